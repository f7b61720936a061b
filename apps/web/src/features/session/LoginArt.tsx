import './login-art.css'
import { SiteType } from '@huanwei/contract/sites/endpoints'
import type { ReactNode } from 'react'

/** Streets and vehicles under way; villages, each toilet a mark; a plain net for who has no title of its own. Decoration only. */
const pictures: Record<SiteType, ReactNode> = {
  [SiteType.sanitation]: (
    <>
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
    </>
  ),
  [SiteType.ruralToilet]: (
    <>
      <g className="art-blocks">
        <path d="M-20 330Q120 200 280 300T660 230V820H-20z" />
        <path d="M-20 470Q180 350 360 450T660 400V820H-20z" />
        <path d="M-20 620Q220 520 420 600T660 560V820H-20z" />
      </g>
      <g className="art-streets">
        <path d="M90 820Q150 640 300 590T420 400Q440 330 560 300" />
        <path d="M300 590Q420 620 660 520" />
        <path d="M250 610Q140 560 -20 600" />
      </g>
      <g className="art-trails">
        <path d="M90 820Q150 640 300 590T420 400Q440 330 560 300" pathLength="100" />
      </g>
      <g className="art-houses">
        <path d="M210 540v-34l26-22 26 22v34zM330 500v-28l22-18 22 18v28zM470 420v-24l18-16 18 16v24zM110 590v-30l24-20 24 20v30zM500 560v-30l24-20 24 20v30z" />
      </g>
      <g className="art-marks">
        <circle cx="300" cy="590" r="6" />
        <circle cx="420" cy="400" r="6" />
        <circle cx="560" cy="300" r="6" />
        <circle className="art-alert" cx="134" cy="640" r="6" />
      </g>
    </>
  ),
  [SiteType.plain]: (
    <>
      <g className="art-streets">
        <path d="M-20 160H660M-20 320H660M-20 480H660M-20 640H660M80 -20V820M240 -20V820M400 -20V820M560 -20V820" />
      </g>
      <g className="art-trails">
        <path d="M-20 320H240V480H560V-20" pathLength="100" />
        <path d="M80 820V640H400V160H660" pathLength="100" />
      </g>
      <g className="art-marks">
        <circle cx="240" cy="320" r="6" />
        <circle cx="400" cy="480" r="6" />
        <circle cx="560" cy="160" r="6" />
        <circle cx="80" cy="640" r="6" />
      </g>
    </>
  ),
}

export const LoginArt = ({ type }: { type: SiteType }) => (
  <svg className="login-art" viewBox="0 0 640 800" preserveAspectRatio="xMidYMid slice" role="presentation">
    {pictures[type]}
  </svg>
)
