import type { ReactNode } from 'react'
import './list-tag.css'

/** `bad` is red: somebody must act. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad'

/** A state: colour, icon and word, never colour alone. Plain, since a list draws one per row. */
export const ListTag = ({ tone, icon, text }: { tone: Tone; icon: ReactNode; text: string }) => (
  <span className="list-tag" data-tone={tone} title={text}>
    <span aria-hidden="true">{icon}</span> {text}
  </span>
)
