"""Songs with the answers that were worked out by hand."""

# Each row is frame at 48 kHz, bar, beat, section, track, sound, velocity.
SONGS = [
    (
        "the smallest song: quarter notes at 120 are half a second apart",
        "tempo: 120\nbars: 1\n",
        [
            "0,1,1,song,click,click-high,127",
            "24000,1,2,song,click,click-low,102",
            "48000,1,3,song,click,click-low,102",
            "72000,1,4,song,click,click-low,102",
        ],
    ),
    (
        "an exact half frame rounds up: 60/96000 s is 30 frames, 1/96000 s is half of one",
        "tempo: 120\nmeter: 1/4\nbars: 1\noutput: {start: 1/96000s}\n",
        ["1,1,1,song,click,click-high,127"],
    ),
    (
        "groups are beats, units between them subdivisions, and 3/8 = 60 is eighths at 180",
        "tempo: 3/8 = 60\nmeter: 2+3/8\nbars: 1\n",
        [
            "0,1,1,song,click,click-high,127",
            "16000,1,1+1/8,song,click,click-soft,64",
            "32000,1,2,song,click,click-low,102",
            "48000,1,2+1/8,song,click,click-soft,64",
            "64000,1,2+1/4,song,click,click-soft,64",
        ],
    ),
    (
        "a dotted quarter as the beat leaves a last partial unit, and parts past the bar out",
        "tempo: 60\nbeat: 3/8\nmeter: 5/8\nbars: 1\nclick: {subdivisions: {3: off, 2: 100%}}\n",
        [
            "0,1,1,song,click,click-high,127",
            "24000,1,1+3/16,song,click,click-soft,127",
            "48000,1,2,song,click,click-low,102",
            "72000,1,2+3/16,song,click,click-soft,127",
        ],
    ),
    (
        "a count-in of a 3/4 bar at 180 lasts a second, and a pattern silences the click",
        "tempo: 180\nmeter: 3/4\ncount-in: 1 bar\nbars: 1\nplay: p\n"
        "patterns: {p: {kick: 'X(x(o5))..', hat: {steps: '.9', velocity: 50%}}}\n",
        [
            "0,-1,1,count-in,click,click-high,127",
            "16000,-1,2,count-in,click,click-low,102",
            "32000,-1,3,count-in,click,click-low,102",
            "48000,1,1,song,kick,kick,127",
            "52000,1,1+1/16,song,kick,kick,100",
            "52000,1,1+1/16,song,hat,hat,64",
            "54000,1,1+3/32,song,kick,kick,50",
            "55000,1,1+7/64,song,kick,kick,71",
            "60000,1,1+3/16,song,hat,hat,64",
            "64000,1,2,song,kick,kick,127",
            "68000,1,2+1/16,song,kick,kick,100",
            "68000,1,2+1/16,song,hat,hat,64",
            "70000,1,2+3/32,song,kick,kick,50",
            "71000,1,2+7/64,song,kick,kick,71",
            "76000,1,2+3/16,song,hat,hat,64",
            "80000,1,3,song,kick,kick,127",
            "84000,1,3+1/16,song,kick,kick,100",
            "84000,1,3+1/16,song,hat,hat,64",
            "86000,1,3+3/32,song,kick,kick,50",
            "87000,1,3+7/64,song,kick,kick,71",
            "92000,1,3+3/16,song,hat,hat,64",
        ],
    ),
    (
        "bars of the song are numbered through, a pattern's name is a section of its length",
        "tempo: 240\nmeter: 1/4\nsections: {a: {bars: 2}}\npatterns: {p: {kick: x...}}\n"
        "song: [a, p x2, {B: {bars: 1, tempo: 120}}]\n",
        [
            "0,1,1,a,click,click-high,127",
            "12000,2,1,a,click,click-high,127",
            "24000,3,1,p,kick,kick,100",
            "36000,4,1,p,kick,kick,100",
            "48000,5,1,B,click,click-high,127",
        ],
    ),
    (
        "a ramp in beats from 60 to 120 over two quarters: 2 ln(1.5) s to the middle",
        "tempo: 60 -> 120\nmeter: 2/4\nbars: 1\n",
        ["0,1,1,song,click,click-high,127", "38925,1,2,song,click,click-low,102"],
    ),
    (
        "a ramp in time from 60 to 120: v² is linear, 2/(1 + sqrt 2.5) s to the middle",
        "tempo: {from: 60, to: 120, curve: time}\nmeter: 2/4\nbars: 1\n",
        ["0,1,1,song,click,click-high,127", "37193,1,2,song,click,click-low,102"],
    ),
    (
        "swing of 3/4 puts the second eighth at three quarters of its pair, and a hold waits",
        "tempo: 60\nmeter: 2/4\nbars: 1\nplay: p\nclick: off\n"
        "changes: [{at: 1:2, hold: 1s}]\n"
        "patterns: {p: {tracks: {kick: xxxx}, step: 1/8, swing: 75%}}\n",
        [
            "0,1,1,song,kick,kick,100",
            "36000,1,1+1/8,song,kick,kick,100",
            "48000,1,2,song,kick,kick,100",
            "132000,1,2+1/8,song,kick,kick,100",
        ],
    ),
    (
        "with `beat` in a grouped meter, group starts are beats, the beat's multiples subdivisions",
        "tempo: 60\nmeter: 2+3/8\nbeat: 3/16\nbars: 1\n",
        [
            "0,1,1,song,click,click-high,127",
            "48000,1,1+3/16,song,click,click-soft,64",
            "64000,1,2,song,click,click-low,102",
            "96000,1,2+1/8,song,click,click-soft,64",
            "144000,1,2+5/16,song,click,click-soft,64",
        ],
    ),
    (
        "a flam's grace is 30 ms early and soft, N times is N parts, an offset is clock time",
        "tempo: 60\nmeter: 1/4\nbars: 1\nplay: p\noutput: {start: 1s}\n"
        "patterns: {p: {step: 1/8, tracks: {kick: f9*3, hat: {steps: .x, offset: -10ms}}}}\n",
        [
            "46560,1,1,song,kick,kick,50",
            "48000,1,1,song,kick,kick,100",
            "71520,1,1+1/8,song,hat,hat,100",
            "72000,1,1+1/8,song,kick,kick,127",
            "80000,1,1+1/6,song,kick,kick,127",
            "88000,1,1+5/24,song,kick,kick,127",
        ],
    ),
    (
        "a looped track of three over two beats starts anew with the pattern; 2 of 4, turned by 1",
        "tempo: 60\nmeter: 2/4\nbars: 2\nplay: p\npatterns:\n  p:\n    step: 1/8\n"
        "    length: 1/2\n    tracks:\n      kick: {steps: x.., loop: true}\n"
        "      hat: {euclid: [2, 4, 1]}\n",
        [
            "0,1,1,song,kick,kick,100",
            "24000,1,1+1/8,song,hat,hat,100",
            "72000,1,2+1/8,song,kick,kick,100",
            "72000,1,2+1/8,song,hat,hat,100",
            "96000,2,1,song,kick,kick,100",
            "120000,2,1+1/8,song,hat,hat,100",
            "168000,2,2+1/8,song,kick,kick,100",
            "168000,2,2+1/8,song,hat,hat,100",
        ],
    ),
    (
        "each pass is faster by the step, and endings come in turn, the last for what remains",
        "sections: {d: {bars: 1, meter: 1/4, tempo: 60, repeat: 2, step: 60},\n"
        "  e: {bars: 1, meter: 1/4, tempo: 240}, f: {bars: 1, meter: 1/4, tempo: 480}}\n"
        "song: [repeat: {times: 3, play: d, endings: [[e], [f]]}]\n",
        [
            "0,1,1,d,click,click-high,127",
            "48000,2,1,d,click,click-high,127",
            "72000,3,1,e,click,click-high,127",
            "84000,4,1,d,click,click-high,127",
            "132000,5,1,d,click,click-high,127",
            "156000,6,1,f,click,click-high,127",
            "162000,7,1,d,click,click-high,127",
            "210000,8,1,d,click,click-high,127",
            "234000,9,1,f,click,click-high,127",
        ],
    ),
    (
        "a pickup is the end of a bar numbered 0, and a gap is silent in turn from bar 1",
        "tempo: 60\nmeter: 3/4\nbars: 2\npickup: 1 beat\n"
        "click: {gap: {play: 1 bar, mute: 2 beats}}\n",
        [
            "0,0,3,song,click,click-low,102",
            "48000,1,1,song,click,click-high,127",
            "96000,1,2,song,click,click-low,102",
            "144000,1,3,song,click,click-low,102",
            "288000,2,3,song,click,click-low,102",
        ],
    ),
    (
        "a section fits its time, and a change of meter starts a bar",
        "meter: 2/4\nbars: 2\nfit: 5s\nchanges: [{at: 2, meter: 3/4}]\n",
        [
            "0,1,1,song,click,click-high,127",
            "48000,1,2,song,click,click-low,102",
            "96000,2,1,song,click,click-high,127",
            "144000,2,2,song,click,click-low,102",
            "192000,2,3,song,click,click-low,102",
        ],
    ),
    (
        "a ramp over one bar ends at its tempo and stays there, a count-in may be a time",
        "tempo: 60\nmeter: 2/4\nbars: 3\ncount-in: 2s\n"
        "changes: [{at: 2, tempo: {from: 60, to: 180, curve: time}, over: 1 bar}]\n",
        [
            "0,-1,1,count-in,click,click-high,127",
            "48000,-1,2,count-in,click,click-low,102",
            "96000,1,1,song,click,click-high,127",
            "144000,1,2,song,click,click-low,102",
            "192000,2,1,song,click,click-high,127",
            "221666,2,2,song,click,click-low,102",
            "240000,3,1,song,click,click-high,127",
            "256000,3,2,song,click,click-low,102",
        ],
    ),
    (
        "a click subdivision on an odd multiple of the swing's unit waits for two thirds",
        "tempo: 60\nmeter: 1/4\nbars: 1\nswing: {amount: 200/3%, unit: 1/8}\n"
        "click: {subdivisions: [2, 3]}\n",
        [
            "0,1,1,song,click,click-high,127",
            "16000,1,1+1/12,song,click,click-soft,64",
            "32000,1,1+1/8,song,click,click-soft,64",
            "32000,1,1+1/6,song,click,click-soft,64",
        ],
    ),
]
