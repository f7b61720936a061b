import { useDeskPane } from './desk-pane.ts'

/** The key that acts as the button it stands in; nothing in a drawer, where no single key acts. */
export const KeyCap = ({ name }: { name: string }) => useDeskPane() && <kbd aria-hidden>{name}</kbd>
