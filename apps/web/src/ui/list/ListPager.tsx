import { useTranslation } from 'react-i18next'
import { pageAfterResize, pageCount, pageNumbers, pageSizes } from './list-pages.ts'
import './list-pager.css'

export type ListPosition = { current: number; size: number }
type Props = ListPosition & { total: number; onPage: (position: ListPosition) => void }

/** Total, sizes, previous, pages, next, jumper. Own and plain, since it is on every screen. Source: spec 1, section 9. */
export function ListPager({ current, size, total, onPage }: Props) {
  const { t } = useTranslation('list')
  // Its place stays, so that the table keeps its height.
  if (total <= 0) return <div className="list-pager" />
  const count = pageCount(total, size)
  const go = (page: number) => onPage({ current: Math.min(Math.max(1, page), count), size })

  return (
    <nav className="list-pager" aria-label={t('pager')}>
      <span className="list-total">{t('total', { total })}</span>
      <select
        aria-label={t('pageSize')}
        value={size}
        onChange={({ target }) =>
          onPage({ size: Number(target.value), current: pageAfterResize(current, Number(target.value), total) })
        }
      >
        {[...new Set([...pageSizes, size])].map((each) => (
          <option key={each} value={each}>
            {t('perPage', { size: each })}
          </option>
        ))}
      </select>
      <button type="button" aria-label={t('previous')} disabled={current <= 1} onClick={() => go(current - 1)}>
        ‹
      </button>
      <PageButtons current={current} count={count} onGo={go} />
      <span className="list-where">
        {current} / {count}
      </span>
      <button type="button" aria-label={t('next')} disabled={current >= count} onClick={() => go(current + 1)}>
        ›
      </button>
      <Jump current={current} onGo={go} />
    </nav>
  )
}

type PageButtonsProps = { current: number; count: number; onGo: (page: number) => void }

function PageButtons({ current, count, onGo }: PageButtonsProps) {
  const { t } = useTranslation('list')
  return pageNumbers(current, count).map((page, i) =>
    page === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name
      <span key={`gap${i}`} className="list-gap">
        …
      </span>
    ) : (
      <button
        type="button"
        key={page}
        className="list-page"
        aria-label={t('pageNumber', { page })}
        aria-current={page === current ? 'page' : undefined}
        onClick={() => onGo(page)}
      >
        {page}
      </button>
    ),
  )
}

function Jump({ current, onGo }: Omit<PageButtonsProps, 'count'>) {
  const { t } = useTranslation('list')
  return (
    <form
      className="list-jump"
      onSubmit={(event) => {
        event.preventDefault()
        const page = Number(new FormData(event.currentTarget).get('page'))
        if (Number.isInteger(page) && page > 0) onGo(page)
      }}
    >
      <label>
        {t('goTo')}
        <input key={current} name="page" inputMode="numeric" autoComplete="off" defaultValue={current} aria-label={t('jumpTo')} />
      </label>
    </form>
  )
}
