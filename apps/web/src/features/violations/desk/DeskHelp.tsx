import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'

const keys = ['next', 'previous', 'real', 'falseSystem', 'falseDispatch', 'undo', 'help'] as const
const caps = { next: 'J', previous: 'K', real: '1', falseSystem: '2', falseDispatch: '3', undo: 'U', help: '?' } as const

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
          {keys.map((key) => (
            <div key={key}>
              <dt>
                <kbd>{caps[key]}</kbd>
              </dt>
              <dd>{t(`desk.key.${key}`)}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  )
}
