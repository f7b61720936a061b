import { reportLimits } from '@huanwei/contract/complaints/codes'
import { useEffect, useRef, useState } from 'react'
import { Lost } from './ask.ts'
import { sendPhoto, shrink, Undrawable } from './photos.ts'
import { useTexts } from './texts.ts'

type Sending = { key: number; file: File; share: number; reason?: string; isLost?: boolean }
type Props = {
  facilityCode: string
  /** Those that have arrived. */
  names: readonly string[]
  onAdd: (name: string) => void
  onRemove: (name: string) => void
  /** Hears whether some are still on their way. */
  onBusy: (isBusy: boolean) => void
}

/** Tries of one photo before a person is asked. */
const mostTries = 3
let keys = 0

/** Photos: made small, sent one after the other, each with its progress and another try. */
export function PhotoField({ facilityCode, names, onAdd, onRemove, onBusy }: Props) {
  const { t, language } = useTexts()
  const [sending, setSending] = useState<Sending[]>([])
  const [previews, setPreviews] = useState<ReadonlyMap<string, string>>(new Map())
  const stops = useRef(new Map<number, AbortController>())
  /** The photos before this one: two at once only share the same slow network. */
  const line = useRef(Promise.resolve())
  const latest = useRef({ onAdd, onBusy })
  latest.current = { onAdd, onBusy }

  const isBusy = sending.some(({ reason }) => reason === undefined)
  useEffect(() => latest.current.onBusy(isBusy), [isBusy])
  useEffect(
    () => () => {
      for (const stop of stops.current.values()) stop.abort()
    },
    [],
  )

  const change = (key: number, to: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))
  const forget = (key: number) => setSending((all) => all.filter((one) => one.key !== key))

  async function send({ key, file }: Sending) {
    const stop = new AbortController()
    stops.current.set(key, stop)
    const small = shrink(file)
    for (let tries = 1; !stop.signal.aborted; tries++)
      try {
        const photo = await small
        const name = await sendPhoto(facilityCode, photo, language, (share) => change(key, { share }), stop.signal)
        setPreviews((known) => new Map(known).set(name, URL.createObjectURL(photo)))
        forget(key)
        return latest.current.onAdd(name)
      } catch (error) {
        if (stop.signal.aborted) return
        const isLost = error instanceof Lost
        if (isLost && tries < mostTries) continue
        return change(key, { isLost, reason: reasonOf(error) })
      }
  }
  function reasonOf(error: unknown) {
    if (error instanceof Lost) return t('photo.lost')
    if (error instanceof Undrawable) return t('photo.heic')
    return error instanceof Error ? error.message : String(error)
  }
  const queue = (one: Sending) => {
    line.current = line.current.then(() => send(one))
  }
  function add(files: File[]) {
    const begun = files.map((file): Sending => ({ key: ++keys, file, share: 0 }))
    setSending((all) => [...all, ...begun])
    for (const one of begun) queue(one)
  }
  function retry({ key, file }: Sending) {
    const again: Sending = { key, file, share: 0 }
    setSending((all) => all.map((one) => (one.key === key ? again : one)))
    queue(again)
  }
  function drop(key: number) {
    stops.current.get(key)?.abort()
    forget(key)
  }
  const room = reportLimits.photos - names.length - sending.length

  return (
    <fieldset className="photos">
      <legend>{t('photo.title', { most: reportLimits.photos })}</legend>
      <ul>
        {names.map((name, i) => (
          <li key={name}>
            {previews.has(name) ? (
              <img src={previews.get(name)} alt={t('photo.n', { n: i + 1 })} />
            ) : (
              <span>{t('photo.n', { n: i + 1 })}</span>
            )}
            <button type="button" className="remove" aria-label={t('photo.remove', { n: i + 1 })} onClick={() => onRemove(name)}>
              ×
            </button>
          </li>
        ))}
        {sending.map((one) => (
          <li key={one.key} data-failed={one.reason === undefined ? undefined : ''}>
            {one.reason === undefined ? (
              <progress max={1} value={one.share} aria-label={t('photo.sending')} />
            ) : (
              <span role="alert">
                {one.reason}
                {one.isLost && (
                  <button type="button" onClick={() => retry(one)}>
                    {t('again')}
                  </button>
                )}
              </span>
            )}
            <button type="button" className="remove" aria-label={t('photo.drop')} onClick={() => drop(one.key)}>
              ×
            </button>
          </li>
        ))}
        {room > 0 && (
          <li className="add">
            <label>
              <span aria-hidden="true">+</span>
              {t('photo.add')}
              <input
                type="file"
                accept="image/jpeg,image/png,image/webp"
                multiple={room > 1}
                onChange={({ target }) => {
                  add([...(target.files ?? [])].slice(0, room))
                  target.value = ''
                }}
              />
            </label>
          </li>
        )}
      </ul>
      <p className="hint">{t('photo.hint')}</p>
    </fieldset>
  )
}
