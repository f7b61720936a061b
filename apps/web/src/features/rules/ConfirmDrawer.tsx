import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import './tryout/tryout.css'

type Props = {
  title: string
  confirmLabel: string
  onConfirm: () => PromiseLike<unknown> | undefined
  onClose: () => void
  children: ReactNode
}

/** Something to look at before it is done. */
export function ConfirmDrawer({ title, confirmLabel, onConfirm, onClose, children }: Props) {
  const { t } = useTranslation('list')
  return (
    <DrawerFrame
      title={title}
      onClose={onClose}
      buttons={(close) => (
        <>
          <Button autoInsertSpace={false} onClick={close}>
            {t('action.cancel')}
          </Button>
          <ActionButton type="primary" confirms onAct={onConfirm}>
            {confirmLabel}
          </ActionButton>
        </>
      )}
    >
      {children}
    </DrawerFrame>
  )
}
