import { MenuIcon } from '../menu/menu-icons.tsx'
import { SubSystemArt } from './SubSystemArt.tsx'

type Props = {
  name: string
  icon: string | null
  label: string
  /** The navigation colours come round again after the fourth. Source: spec 1, section 2.5. */
  tone: number
  isChosen: boolean
  onClick: () => void
}
const tones = 4

/** A sub-system: its name and sign on a picture in its colour. */
export const SubSystemCard = ({ name, icon, label, tone, isChosen, onClick }: Props) => (
  <button
    type="button"
    className="system-card"
    data-tone={tone % tones}
    aria-current={isChosen ? 'true' : undefined}
    onClick={onClick}
  >
    <SubSystemArt tone={tone % tones} />
    <span className="system-icon" aria-hidden="true">
      <MenuIcon icon={icon} name={name} isGroup />
    </span>
    <span className="system-name">{label}</span>
  </button>
)
