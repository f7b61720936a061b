import type { ReactNode } from 'react'
import './list.css'

/** `bad` is red: somebody must act. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad'

/** A state: colour, icon and word, never colour alone. Plain, since a list draws one per row. */
export const ListTag = ({ tone, icon, children }: { tone: Tone; icon: ReactNode; children: ReactNode }) => (
  <span className="list-tag" data-tone={tone}>
    <span aria-hidden="true">{icon}</span>
    {children}
  </span>
)
