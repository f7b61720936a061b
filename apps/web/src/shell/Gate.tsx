import { homePath } from '@huanwei/contract/home/codes'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { whenIdle } from '../lib/idle.ts'
import { progress } from '../lib/progress.ts'
import { useMay, useSession } from '../lib/session.ts'
import { LatePart } from './LatePart.tsx'
import { isLogin, redirectFor } from './session/guard.ts'
import { watchSession } from './session/sign-in.ts'

type Props = {
  login: ReactElement
  /** Every other address; once it has been shown, it stays behind the login with what is unfinished in it. */
  destination: ReactElement
  /** Shown above every page to who handles emergencies. */
  emergencies: ReactElement
}

/** Lets through who may see the address, and shows at the top that requests are under way. Source: spec 1, section 2.1. */
export function Gate({ login, destination, emergencies }: Props) {
  const { pathname, search } = useLocation()
  const hasToken = useSession((s) => s.session !== null)
  const isLocked = useSession((s) => s.locked)
  // The registry behind this gate knows which of the others are open.
  const isOpen = pathname !== '/' && pathname !== homePath
  const elsewhere = redirectFor(pathname, search, { hasToken, isLocked, isOpen })
  const isAtLogin = isLogin(pathname)
  // Who is sent on from here without a session needs the login only, not the rest of the product.
  const isInside = !isAtLogin && (hasToken || elsewhere === null)
  const [wasInside, setInside] = useState(isInside)
  if (isInside && !wasInside) setInside(true)
  useEffect(watchSession, [])
  return (
    <>
      <ProgressBar />
      {hasToken && !isLocked && !isAtLogin && <Interruption>{emergencies}</Interruption>}
      {wasInside && destination}
      {elsewhere !== null ? <Navigate to={elsewhere === '/' ? homePath : elsewhere} replace /> : isAtLogin && login}
    </>
  )
}

/** The first figures of a page come first, ms at the latest. */
const interruptionAtMostMs = 1000

/** Draws what may interrupt the page once the page is there. Where its code did not come, it is fetched again. */
function Interruption({ children }: { children: ReactElement }) {
  const may = useMay('violation_handle')
  const [isDue, setDue] = useState(false)
  useEffect(() => (isDue ? undefined : whenIdle(() => setDue(true), interruptionAtMostMs)), [isDue])
  return may && isDue && <LatePart onLost={() => setDue(false)}>{children}</LatePart>
}

/**
 * A thin bar while requests run; answers faster than the eye are not shown (see the CSS). Outside React's rendering: a state change
 * at every request would make it start the page it is drawing all over.
 */
function ProgressBar() {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => progress.subscribe(({ running }) => bar.current?.classList.toggle('progress-busy', running > 0)), [])
  return <div ref={bar} className="progress" aria-hidden="true" />
}

/** `<label>——<site title>`, or the one of them that there is. Source: spec 4, S0 §1. */
export function useTitle(label: string | undefined, site: string) {
  useEffect(() => {
    document.title = [label, site].filter(Boolean).join('——')
  }, [label, site])
}
