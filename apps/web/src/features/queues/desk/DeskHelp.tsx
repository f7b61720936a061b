import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'

/** What is written on a key, and what it does. */
export type DeskKey = readonly [cap: string, does: string]

type Props = {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** Those of the queue. */
  keys: readonly DeskKey[]
  canPick: boolean
  canUndo: boolean
}

/** The keys of the desk. */
export function DeskHelp({ isOpen, onOpen, keys, canPick, canUndo }: Props) {
  const { t } = useTranslation('list')
  const all: DeskKey[] = [
    ['J ↓', t('desk.key.next')],
    ['K ↑', t('desk.key.previous')],
    ...keys,
    ...(canPick ? [['Shift', t('desk.key.range')] as const] : []),
    ...(canUndo ? [['U', t('desk.key.undo')] as const] : []),
    ['Esc', t('desk.key.leave')],
    ['?', t('desk.key.help')],
  ]
  return (
    <>
      <Button type="text" size="small" aria-keyshortcuts="?" onClick={() => onOpen(true)}>
        {t('desk.keys')} <kbd aria-hidden>?</kbd>
      </Button>
      <Modal open={isOpen} title={t('desk.keys')} footer={null} width={360} onCancel={() => onOpen(false)}>
        <dl className="desk-keys">
          {all.map(([cap, does]) => (
            <div key={cap}>
              <dt>
                {cap.split(' ').map((one) => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  )
}
