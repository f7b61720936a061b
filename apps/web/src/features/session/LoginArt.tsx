import './login-art.css'

/** A quiet picture of streets and vehicles under way; decoration only. */
export function LoginArt() {
  return (
    <svg className="login-art" viewBox="0 0 640 800" preserveAspectRatio="xMidYMid slice" role="presentation">
      <g className="art-blocks">
        <path d="M-20 90h180v120H-20zM200 60h150v150H200zM400 40h280v150H400zM-20 260h180v160H-20zM200 260h150v110H200zM400 240h120v180H400zM560 240h120v180H560zM-20 470h120v150H-20zM140 470h210v150H140zM400 470h280v110H400zM-20 670h250v160H-20zM280 670h160v160H280zM490 630h190v200H490z" />
      </g>
      <g className="art-streets">
        <path d="M-20 235h395V445H660" />
        <path d="M180 -20V445h195V820" />
        <path d="M660 215H540V605H120V820" />
      </g>
      <g className="art-trails">
        <path d="M-20 235h395V445H660" pathLength="100" />
        <path d="M180 -20V445h195V820" pathLength="100" />
        <path d="M660 215H540V605H120V820" pathLength="100" />
      </g>
      <g className="art-marks">
        <circle cx="375" cy="330" r="6" />
        <circle cx="180" cy="150" r="6" />
        <circle cx="540" cy="520" r="6" />
        <circle className="art-alert" cx="120" cy="700" r="6" />
      </g>
    </svg>
  )
}
