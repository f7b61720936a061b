import { citizenPaths } from '@huanwei/contract/complaints/codes'
import type { report } from '@huanwei/contract/complaints/endpoints'
import type { Input, Output } from '@huanwei/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { ask, Lost, ServerRefusal } from './ask.ts'
import { emptyReport, forgetDraft, keepDraft, keepSent, type ReportDraft, readDraft } from './draft.ts'
import { useTexts } from './texts.ts'

export type ReportState = { kind: 'writing' | 'sending' | 'lost' } | { kind: 'refused'; text: string }
type Change = Partial<ReportDraft> | ((draft: ReportDraft) => Partial<ReportDraft>)

/** Retry interval of a report whose reply was lost, also sent when the network is back, ms. The key keeps it one report. */
const againMs = 20_000

/** A report on its way from the first letter to the code it got. */
export function useReport(facilityCode: string, facilityName: string) {
  const { t, language } = useTexts()
  const [draft, setDraft] = useState(() => readDraft(facilityCode))
  const [state, setState] = useState<ReportState>({ kind: 'writing' })
  const [sentCode, setSentCode] = useState<string>()
  const latest = useRef(draft)
  const isSending = useRef(false)

  function change(to: Change) {
    latest.current = { ...latest.current, ...(typeof to === 'function' ? to(latest.current) : to) }
    keepDraft(facilityCode, latest.current)
    setDraft(latest.current)
  }

  async function send() {
    if (isSending.current) return
    isSending.current = true
    setState({ kind: 'sending' })
    const { photos, ...said } = latest.current
    const input: Input<typeof report> = { facilityCode, ...said, url: photos.join(',') }
    try {
      const { code } = await ask<Output<typeof report>>(citizenPaths.report, language, input)
      forgetDraft(facilityCode)
      keepSent({ code, facilityName, time: new Date().toISOString() })
      setSentCode(code)
      window.scrollTo(0, 0)
    } catch (error) {
      setState(stateAfter(error))
    } finally {
      isSending.current = false
    }
  }

  function stateAfter(error: unknown): ReportState {
    if (error instanceof Lost) return { kind: 'lost' }
    if (!(error instanceof ServerRefusal)) throw error
    // The photos were swept away meanwhile; the words are still here.
    if (error.field === 'url') change({ photos: [] })
    return { kind: 'refused', text: textOf(error, t) }
  }

  useAgain(state.kind === 'lost', send)

  return {
    draft,
    change,
    state,
    send,
    sentCode,
    startAnew() {
      latest.current = emptyReport()
      setDraft(latest.current)
      setState({ kind: 'writing' })
      setSentCode(undefined)
    },
  }
}

/** A request that the server finds wrong is no matter of the citizen's: its reason names fields and is not shown. */
function textOf({ status, field, message }: ServerRefusal, t: ReturnType<typeof useTexts>['t']) {
  if (status === 429) return t('tooMany')
  return (status === 400 && !field) || !message ? t('failed') : message
}

/** Sends again what was lost: after a while, and when the network is back. */
function useAgain(isLost: boolean, send: () => Promise<void>) {
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    if (!isLost) return
    const again = () => void latest.current()
    const timer = setTimeout(again, againMs)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [isLost])
}
