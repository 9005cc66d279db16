/// A picture that is expected, with `<1;32>` for the escape code of a colour.
struct PlayPictureText: Sendable {
  let state: String
  let width: Int
  let color: Bool
  let unicode: Bool
  let text: String
}

func withoutColors(_ line: String) -> String {
  line.replacing(/\u{1B}\[[0-9;]*m/.matchingSemantics(.unicodeScalar), with: "")
}

let playPictures: [PlayPictureText] = [
  PlayPictureText(
    state: "calm", width: 20, color: false, unicode: true,
    text: """
      chorus          12:1
      ◆ ○ ○ ○
      120 BPM playing
      """),
  PlayPictureText(
    state: "busy", width: 20, color: false, unicode: false,
    text: """
      chorus          12:3
      ..*....
      133.3 BPM playing
      """),
  PlayPictureText(
    state: "calm", width: 40, color: false, unicode: true,
    text: """
      Night Train                      playing
      chorus  3 of 7                      12:1
      ◆ ○ ○ ○                     120 BPM  4/4
      0:23 / 2:41 left                4 voices
      L ━━━━━━━━━━━━━━━━━─────  -12.3 dB
      R ━━━━━━━━━━━━━━━━━━━━━─   -1.5 dB
        -60 -40     -20      0
      1 click  2 kick  3 snare
      volume 0.0 dB
      space stop  ←→↑↓ tempo  q quit
      """),
  PlayPictureText(
    state: "busy", width: 40, color: false, unicode: false,
    text: """
      2/9  ?????? caf?                 playing
      chorus  3 of 7                      12:3
      ..*....                   133.3 BPM  7/8
      0:23 / 2:41 left                4 voices
      L ----------------------   -inf dB  CLIP
      R #####################-   -1.5 dB
        -60 -40     -20      0
      1 click  2 kick*  3 snare  * muted
      volume -3.5 dB  loop  gap  no subdiv
      space stop  arrows tempo  q quit
      2 xruns  1 late sound  recording take...
      'night-train.yaml' has changed
      """),
  PlayPictureText(
    state: "busy", width: 40, color: true, unicode: true,
    text: """
      <2>2/9  <><1>メトロノーム café<>           <1;32>playing<>
      chorus<2>  3 of 7<>                      <1>12:3<>
      <2>○<> <2>○<> <32>●<> <2>○<> <2>○<> <2>○<> <2>○<>             <1>133.3<> BPM  7/8
      0:23 / 2:41 left                <2>4 voices<>
      L <2>──────────────────────<>     -∞ dB  <1;37;41>CLIP<>
      R <32>━━━━━━━━━━━━━━━━━━<><33>━━━<><2>─<>   -1.5 dB
      <2>  -60 -40     -20      0<>
      <2>1 <>click  <2>2 kick*<>  <2>3 <>snare<2>  * muted<>
      volume -3.5 dB  <33>loop<>  <33>gap<>  <33>no subdiv<>
      <2>space stop  ←→↑↓ tempo  q quit<>
      <31>2 xruns<>  <31>1 late sound<>  <31>recording <>takes/…
      <33>'night-train.yaml' has changed<>
      """),
  PlayPictureText(
    state: "calm", width: 80, color: false, unicode: false,
    text: """
      Night Train                                                              playing
      chorus  3 of 7                                                              12:1
      [#] ( ) ( ) ( )                                                     120 BPM  4/4
      0:23 / 2:41 left                                 4 voices  48000 Hz, 1024 frames
      L ################################################------------  -12.3 dB
      R ###########################################################-   -1.5 dB
        -60      -48         -36         -24         -12           0
      1 click  2 kick  3 snare
      volume 0.0 dB
      space stop  arrows tempo  t tap  [] section  l loop  1-9 mute  -+ volume  q quit
      """),
  PlayPictureText(
    state: "calm", width: 80, color: false, unicode: true,
    text: """
      Night Train                                                              playing
      chorus  3 of 7                                                              12:1
      ◆ ○ ○ ○                                                             120 BPM  4/4
      0:23 / 2:41 left                                 4 voices  48000 Hz, 1024 frames
      L ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━────────────  -12.3 dB
      R ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━─   -1.5 dB
        -60      -48         -36         -24         -12           0
      1 click  2 kick  3 snare
      volume 0.0 dB
      space stop  ←→↑↓ tempo  t tap  [] section  l loop  1-9 mute  -+ volume  q quit
      """),
  PlayPictureText(
    state: "calm", width: 80, color: true, unicode: true,
    text: """
      <1>Night Train<>                                                              <1;32>playing<>
      chorus<2>  3 of 7<>                                                              <1>12:1<>
      <1;33>◆<> <2>○<> <2>○<> <2>○<>                                                             <1>120<> BPM  4/4
      0:23 / 2:41 left                                 <2>4 voices  48000 Hz, 1024 frames<>
      L <32>━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━<><2>────────────<>  -12.3 dB
      R <32>━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━<><33>━━━━━━━━━<><31>━━<><2>─<>   -1.5 dB
      <2>  -60      -48         -36         -24         -12           0<>
      <2>1 <>click  <2>2 <>kick  <2>3 <>snare
      volume 0.0 dB
      <2>space stop  ←→↑↓ tempo  t tap  [] section  l loop  1-9 mute  -+ volume  q quit<>
      """),
  PlayPictureText(
    state: "busy", width: 80, color: false, unicode: true,
    text: """
      2/9  メトロノーム café                                                   playing
      chorus  3 of 7                                                              12:3
      ○ ○ ● ○ ○ ○ ○                                                     133.3 BPM  7/8
      0:23 / 2:41 left                                 4 voices  48000 Hz, 1024 frames
      L ────────────────────────────────────────────────────────────     -∞ dB  CLIP
      R ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━─   -1.5 dB
        -60      -48         -36         -24         -12           0
      1 click  2 kick*  3 snare  * muted
      volume -3.5 dB  loop  gap  no subdivisions
      space stop  ←→↑↓ tempo  t tap  [] section  l loop  1-9 mute  np song  q quit
      2 xruns  1 late sound  recording takes/night-train.wav
      'night-train.yaml' has changed
      """),
  PlayPictureText(
    state: "busy", width: 80, color: true, unicode: false,
    text: """
      <2>2/9  <><1>?????? caf?<>                                                         <1;32>playing<>
      chorus<2>  3 of 7<>                                                              <1>12:3<>
      <2>( )<> <2>( )<> <32>(#)<> <2>( )<> <2>( )<> <2>( )<> <2>( )<>                                       <1>133.3<> BPM  7/8
      0:23 / 2:41 left                                 <2>4 voices  48000 Hz, 1024 frames<>
      L <2>------------------------------------------------------------<>   -inf dB  <1;37;41>CLIP<>
      R <32>################################################<><33>#########<><31>##<><2>-<>   -1.5 dB
      <2>  -60      -48         -36         -24         -12           0<>
      <2>1 <>click  <2>2 kick*<>  <2>3 <>snare<2>  * muted<>
      volume -3.5 dB  <33>loop<>  <33>gap<>  <33>no subdivisions<>
      <2>space stop  arrows tempo  t tap  [] section  l loop  1-9 mute  np song  q quit<>
      <31>2 xruns<>  <31>1 late sound<>  <31>recording <>takes/night-train.wav
      <33>'night-train.yaml' has changed<>
      """),
  PlayPictureText(
    state: "calm", width: 120, color: false, unicode: false,
    text: """
      Night Train                                                              playing
      chorus  3 of 7                                                              12:1
      [#] ( ) ( ) ( )                                                     120 BPM  4/4
      0:23 / 2:41 left                                 4 voices  48000 Hz, 1024 frames
      L ################################################------------  -12.3 dB
      R ###########################################################-   -1.5 dB
        -60      -48         -36         -24         -12           0
      1 click  2 kick  3 snare
      volume 0.0 dB
      space stop  left/right tempo 1  up/down 10  t tap  [] section  l loop  1-9 mute  -+ volume  s subdiv  m gap  q quit
      """),
  PlayPictureText(
    state: "busy", width: 120, color: false, unicode: true,
    text: """
      2/9  メトロノーム café                                                   playing
      chorus  3 of 7                                                              12:3
      ○ ○ ● ○ ○ ○ ○                                                     133.3 BPM  7/8
      0:23 / 2:41 left                                 4 voices  48000 Hz, 1024 frames
      L ────────────────────────────────────────────────────────────     -∞ dB  CLIP
      R ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━─   -1.5 dB
        -60      -48         -36         -24         -12           0
      1 click  2 kick*  3 snare  * muted
      volume -3.5 dB  loop  gap  no subdivisions
      space stop  ←→ tempo 1  ↑↓ 10  t tap  [] section  l loop  1-9 mute  -+ volume  s subdiv  m gap  np song  q quit
      2 xruns  1 late sound  recording takes/night-train.wav
      'night-train.yaml' has changed
      """),
  PlayPictureText(
    state: "busy", width: 120, color: true, unicode: true,
    text: """
      <2>2/9  <><1>メトロノーム café<>                                                   <1;32>playing<>
      chorus<2>  3 of 7<>                                                              <1>12:3<>
      <2>○<> <2>○<> <32>●<> <2>○<> <2>○<> <2>○<> <2>○<>                                                     <1>133.3<> BPM  7/8
      0:23 / 2:41 left                                 <2>4 voices  48000 Hz, 1024 frames<>
      L <2>────────────────────────────────────────────────────────────<>     -∞ dB  <1;37;41>CLIP<>
      R <32>━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━<><33>━━━━━━━━━<><31>━━<><2>─<>   -1.5 dB
      <2>  -60      -48         -36         -24         -12           0<>
      <2>1 <>click  <2>2 kick*<>  <2>3 <>snare<2>  * muted<>
      volume -3.5 dB  <33>loop<>  <33>gap<>  <33>no subdivisions<>
      <2>space stop  ←→ tempo 1  ↑↓ 10  t tap  [] section  l loop  1-9 mute  -+ volume  s subdiv  m gap  np song  q quit<>
      <31>2 xruns<>  <31>1 late sound<>  <31>recording <>takes/night-train.wav
      <33>'night-train.yaml' has changed<>
      """),
]
