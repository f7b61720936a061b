import type { OutcomeOfRecord } from '@huanwei/contract/records'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { OutcomeRow } from './ManyDrawer.tsx'

type Props = {
  title: string
  /** Accessible name of the refused. */
  label: string
  summary: (counts: { n: number; refused: number }) => string
  outcomes: readonly OutcomeOfRecord[]
  onClose: () => void
}

/** Outcome of an act on many of which some were refused: these with the reasons. */
export function OutcomesDrawer({ title, label, summary, outcomes, onClose }: Props) {
  const refused = outcomes.filter(({ refusal }) => refusal !== null)
  return (
    <DrawerFrame title={title} onClose={onClose}>
      <p role="status">{summary({ n: outcomes.length - refused.length, refused: refused.length })}</p>
      <ul className="many-rows" aria-label={label}>
        {refused.map(({ id, name, refusal }) => (
          <OutcomeRow key={id} name={<strong>{name || id}</strong>} refusal={refusal} />
        ))}
      </ul>
    </DrawerFrame>
  )
}
