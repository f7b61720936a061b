import { type ReactNode, useSyncExternalStore } from 'react'

/** Page of an address, and the code in it. */
export function placeAt(pathname: string): { kind: 'report' | 'status'; code: string } {
  const [, , kind = '', code = ''] = pathname.split('/')
  return { kind: kind === 'report' ? 'report' : 'status', code: decode(code) }
}

/** An unreadable state leads nowhere. */
function decode(part: string) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const changed = 'citizen-place'

function listen(onChange: () => void) {
  for (const name of ['popstate', changed]) window.addEventListener(name, onChange)
  return () => {
    for (const name of ['popstate', changed]) window.removeEventListener(name, onChange)
  }
}

export const usePlace = () => placeAt(useSyncExternalStore(listen, () => window.location.pathname))

/** Goes there without fetching anything. */
export function go(to: string) {
  window.history.pushState(null, '', to)
  window.scrollTo(0, 0)
  window.dispatchEvent(new Event(changed))
}

export const Link = ({ to, children }: { to: string; children: ReactNode }) => (
  <a
    href={to}
    onClick={(event) => {
      event.preventDefault()
      go(to)
    }}
  >
    {children}
  </a>
)
