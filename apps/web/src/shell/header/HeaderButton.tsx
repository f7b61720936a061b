import type { ReactNode } from 'react'

type Props = { label: string; icon: ReactNode; onClick: () => void; isOpen?: boolean; isPressed?: boolean; children?: ReactNode }

/** One command of the header: a sign with its words as a hint; in the menu of small screens the words stand beside it. */
export const HeaderButton = ({ label, icon, onClick, isOpen, isPressed, children }: Props) => (
  <button type="button" className="icon-button" title={label} aria-expanded={isOpen} aria-pressed={isPressed} onClick={onClick}>
    <span className="visually-hidden">{label}</span>
    <span aria-hidden="true">{icon}</span>
    {children}
  </button>
)
