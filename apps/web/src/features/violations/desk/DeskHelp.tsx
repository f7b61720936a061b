import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'

const keys = [
  ['J', 'desk.key.next'],
  ['K', 'desk.key.previous'],
  ['1', 'verdict.real'],
  ['2', 'verdict.falseSystem'],
  ['3', 'verdict.falseDispatch'],
  ['S', 'desk.key.similar'],
  ['Shift', 'desk.key.range'],
  ['U', 'desk.key.undo'],
  ['?', 'desk.key.help'],
] as const

/** The keys of the desk. */
export function DeskHelp({ isOpen, onOpen }: { isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const { t } = useTranslation('violations')
  return (
    <>
      <Button type="text" size="small" aria-keyshortcuts="?" onClick={() => onOpen(true)}>
        {t('desk.keys')} <kbd aria-hidden>?</kbd>
      </Button>
      <Modal open={isOpen} title={t('desk.keys')} footer={null} width={360} onCancel={() => onOpen(false)}>
        <dl className="desk-keys">
          {keys.map(([cap, word]) => (
            <div key={cap}>
              <dt>
                <kbd>{cap}</kbd>
              </dt>
              <dd>{t(word)}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  )
}
