import { CloseOutlined } from '@ant-design/icons'
import { Alert, Button, Drawer, Flex, Skeleton } from 'antd'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { isGone } from '../../lib/errors.ts'
import { Uploads, useUploadCount } from '../form/uploads.ts'
import { LoadFailed } from '../list/ListNotice.tsx'
import { useLeaveQuestion } from './use-leave-question.ts'
import { useReturnedFocus } from './use-returned-focus.ts'
import './drawer.css'

type Props = {
  title: string
  /** State of the thing, as a tag. */
  state?: ReactNode
  /** The question that what it shows answers; a 404 after an answer says that it was removed meanwhile. */
  asked?: { data: unknown; error: Error | null; refetch: () => unknown }
  onClose: () => void
  /** True while something typed would be lost: closing asks. */
  isUnsent?: boolean
  /** The buttons the state allows; without, what is only looked at is closed. A function, so that its 取消 asks too. */
  buttons?: (close: () => void) => ReactNode
  /** Above all else, once it is there: who deals with it right now. */
  notice?: ReactNode
  /** Above the buttons, always in sight; on a phone one line of it until it is used. */
  form?: ReactNode
  children: ReactNode
}

/** Goes on, once what is not sent may be lost. */
export type Leave = (go: () => void) => void

/**
 * Where a page shows the thing of a drawer in place of the drawer. `leave`: it stands beside the list that it was opened from, which asks it.
 * `isDocked`: it closes as a drawer does, and what is around it stays in use.
 */
type Place = { leave?: RefObject<Leave>; isDocked?: true }
export const InPage = createContext<Place | undefined>(undefined)

/** Every drawer: 640 px from the right, full width on small screens; Esc closes, Ctrl+Enter confirms, unsent text is asked about. */
export function DrawerFrame({ title, state, asked, onClose, isUnsent = false, buttons, notice, form, children }: Props) {
  const { t } = useTranslation('list')
  const content = useRef<HTMLElement>(null)
  const page = use(InPage)
  const isPage = page !== undefined
  const isDocked = page?.isDocked === true
  const isBeside = page?.leave !== undefined && !isDocked
  useReturnedFocus(!isBeside)

  const uploads = useUploadCount()
  const leave = useLeaveQuestion(isUnsent || uploads.count > 0)
  const close = () => leave(onClose)
  useLeaveOf(page, leave)
  function onKeyDown(event: KeyboardEvent) {
    const root = content.current?.closest('.drawer-frame')
    // Another drawer that stands in this one has its own keys.
    if (event.target instanceof Node && !root?.contains(event.target)) return
    if (event.key === 'Tab' && root && !isPage) return stayWithin(root, event)
    if (event.key === 'Escape' && isDocked) return close()
    if (event.key === 'Escape' && isBeside && event.target instanceof Element && event.target.matches(words))
      return content.current?.focus()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    root?.querySelector<HTMLButtonElement>('[data-confirms]')?.click()
  }

  const footer = (
    <>
      {asked?.data !== undefined && isGone(asked.error) && <Alert type="error" role="alert" title={t('gone')} />}
      {form && <Fold>{form}</Fold>}
      {uploads.count > 0 && (
        <p className="drawer-note" role="status">
          {t('uploading')}
        </p>
      )}
      <div className="drawer-buttons">
        {buttons ? (
          buttons(close)
        ) : (
          <Button autoInsertSpace={false} onClick={close}>
            {t('action.close')}
          </Button>
        )}
      </div>
    </>
  )
  const body = (
    <DrawerContent box={content} title={title} isBeside={isBeside}>
      <Answered asked={asked}>
        {notice}
        {children}
      </Answered>
    </DrawerContent>
  )
  return (
    <Uploads value={uploads}>
      {/* The keyboard is on the drawer's root after a click beside its fields: events of its whole React tree come by here. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens to what the drawer lets through */}
      <div className={isPage ? 'drawer-page' : 'drawer-keys'} onKeyDown={onKeyDown}>
        {isPage ? (
          <Flex vertical className="drawer-frame">
            <header>
              <h2>{title}</h2>
              {state}
              {isDocked && <Button type="text" icon={<CloseOutlined />} aria-label={t('action.close')} onClick={close} />}
            </header>
            {body}
            <footer>{footer}</footer>
          </Flex>
        ) : (
          <Drawer
            open
            size={640}
            styles={{ wrapper: { maxWidth: '100%' } }}
            rootClassName="drawer-frame"
            title={title}
            extra={state}
            closable={{ 'aria-label': t('action.close') }}
            onClose={close}
            autoFocus={false}
            footer={footer}
          >
            {body}
          </Drawer>
        )}
      </div>
    </Uploads>
  )
}

/** A question that failed, found nothing or is not answered yet stands in place of the children. */
function Answered({ asked, children }: Pick<Props, 'asked' | 'children'>) {
  const { t } = useTranslation('list')
  if (!asked || asked.data !== undefined) return children
  // Another try would not find it.
  if (isGone(asked.error)) return <Alert type="error" role="alert" title={t('missing')} />
  if (asked.error) return <LoadFailed title={t('failedDetail')} error={asked.error} onRetry={() => void asked.refetch()} />
  return <Skeleton active paragraph={{ rows: 12 }} title={false} />
}

/** Once opened it stays so: a button must not move from under the finger that leaves the form for it. */
function Fold({ children }: { children: ReactNode }) {
  const [isUsed, setUsed] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its fields let through
    <div className="drawer-fold" data-used={isUsed ? '' : undefined} onFocus={() => setUsed(true)}>
      {children}
    </div>
  )
}

/** Fields in which somebody types words. */
const words = 'textarea, input:not([type], [role=combobox]), input[type=text]:not([role=combobox])'

/** Lets the list beside which something stands ask before another takes its place. */
function useLeaveOf(page: Place | undefined, leave: Leave) {
  const place = page?.leave
  useLayoutEffect(() => {
    if (!place) return
    place.current = leave
    return () => {
      place.current = (go) => go()
    }
  })
}

type ContentProps = { box: RefObject<HTMLElement | null>; title: string; isBeside: boolean; children: ReactNode }

/** The part that scrolls; it takes the keyboard when the drawer opens, so that its keys work at once, but not from the rows beside it. */
function DrawerContent({ box, title, isBeside, children }: ContentProps) {
  useEffect(() => {
    if (!isBeside || !document.activeElement?.closest('.list-table')) box.current?.focus({ preventScroll: true })
  }, [box, isBeside])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and what it shows may hold nothing that takes the keyboard
    <section className="drawer-content" ref={box} tabIndex={0} aria-label={title}>
      <div className="drawer-columns">{children}</div>
    </section>
  )
}

/** Tab from the last control goes to the first and back: the page behind the drawer and the browser's own bars are no part of the round. */
function stayWithin(root: Element, event: KeyboardEvent) {
  const controls = [...root.querySelectorAll<HTMLElement>('a[href], :is(button, input, select, textarea):enabled, [tabindex]')]
  const round = controls.filter(({ tabIndex }) => tabIndex >= 0)
  const [from, to] = event.shiftKey ? [round[0], round.at(-1)] : [round.at(-1), round[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

/** A part of a drawer with its heading. */
export function DrawerPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="drawer-part">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

export type Fact = { key: string; label: string; value: ReactNode; wide?: true }

/** The facts, two beside each other where there is room. */
export function DrawerFacts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="drawer-facts">
      {facts.map(({ key, label, value, wide }) => (
        <div key={key} data-wide={wide ? '' : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
