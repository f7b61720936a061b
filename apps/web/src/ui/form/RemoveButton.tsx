import { DeleteOutlined } from '@ant-design/icons'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmButton } from './ConfirmButton.tsx'
import type { Question } from './use-confirm.ts'

type Props = Omit<ComponentProps<typeof ConfirmButton>, 'question' | 'icon'> & {
  question: Pick<Question, 'title' | 'content'>
  onRemove: Question['onOk']
}

/** 删除 among the actions of a drawer. */
export function RemoveButton({ question, onRemove, ...button }: Props) {
  const { t } = useTranslation()
  const asked = { ...question, okText: t('action.remove'), onOk: onRemove }
  return <ConfirmButton icon={<DeleteOutlined aria-hidden />} {...button} question={asked} />
}
