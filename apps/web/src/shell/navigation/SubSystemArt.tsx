import type { ReactNode } from 'react'

/** A street with houses, hills with a road, water, the city's grid: one for each navigation colour, drawn in white on it. */
const pictures: ReactNode[] = [
  <>
    <path d="M0 70h22V40h26v30h14V26h30v44h16V48h24v22h18V34h28v36h22v50H0Z" opacity=".16" />
    <path d="M0 92c40-8 70 6 110 0s60-8 90-2v30H0Z" opacity=".2" />
    <path d="M20 106h22m16 0h22m16 0h22m16 0h22" fill="none" stroke="currentColor" strokeWidth="3" opacity=".4" />
  </>,
  <>
    <path d="M0 84 50 34l44 44 30-28 76 58v12H0Z" opacity=".14" />
    <path d="M0 100c50-30 110-8 200-24v44H0Z" opacity=".16" />
    <path d="M96 120c0-26 34-24 34-44 0-14-20-14-20-28" fill="none" stroke="currentColor" strokeWidth="6" opacity=".3" />
    <circle cx="160" cy="28" r="14" opacity=".25" />
  </>,
  <>
    <path d="M0 60c34-20 66 18 100 0s66 18 100 0v60H0Z" opacity=".12" />
    <path d="M0 80c34-20 66 18 100 0s66 18 100 0v40H0Z" opacity=".16" />
    <path d="M0 100c34-20 66 18 100 0s66 18 100 0v20H0Z" opacity=".2" />
    <path d="M150 14c10 14 16 20 16 28a16 16 0 0 1-32 0c0-8 6-14 16-28Z" opacity=".25" />
  </>,
  <>
    <path
      d="M0 30h200M0 62h200M0 94h200M40 0v120M92 0v120M150 0v120"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      opacity=".22"
    />
    <path d="m0 120 92-58 58-32L200 8" fill="none" stroke="currentColor" strokeWidth="5" opacity=".3" />
    <circle cx="92" cy="62" r="8" opacity=".5" />
    <circle cx="150" cy="30" r="8" opacity=".5" />
  </>,
]

/** The picture behind a sub-system. */
export const SubSystemArt = ({ tone }: { tone: number }) => (
  <svg className="system-art" viewBox="0 0 200 120" preserveAspectRatio="xMaxYMax slice" fill="currentColor" aria-hidden="true">
    {pictures[tone]}
  </svg>
)
