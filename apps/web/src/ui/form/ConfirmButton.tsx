import type { ComponentProps } from 'react'
import { ActionButton } from './ActionButton.tsx'
import { type Question, useConfirm } from './use-confirm.ts'

type Props = Omit<ComponentProps<typeof ActionButton>, 'onAct'> & { question: Question }

/** Destroys something once a question is answered with the word that is on the button. */
export function ConfirmButton({ question, ...button }: Props) {
  const confirm = useConfirm()
  return (
    <ActionButton danger {...button} onAct={() => confirm(question)}>
      {question.okText}
    </ActionButton>
  )
}
