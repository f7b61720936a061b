import { callsPanelId, isDepartmentBoard, isFacilityBoard, staleAfterMs } from '@huanwei/contract/boards/codes'
import type { Panel } from '@huanwei/contract/boards/endpoints'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { PageProps } from '../../lib/page.tsx'
import { useSession } from '../../lib/session.ts'
import { useTick } from '../../lib/tick.ts'
import { tellWhenFilled } from '../../shell/next-build.ts'
import type { BoardSearch } from './board-search.ts'
import { BoardCalls } from './engine/BoardCalls.tsx'
import { BoardClock, BoardDate } from './engine/BoardClock.tsx'
import { BoardAccess } from './engine/board-access.ts'
import { DaySlider } from './engine/DaySlider.tsx'
import { isFilled } from './engine/is-filled.ts'
import { gridPlace, Stage } from './engine/Stage.tsx'
import { useBoard } from './engine/use-board.ts'
import { PanelFrame } from './panels/PanelFrame.tsx'
import './boards.css'

const PaperReport = lazy(async () => ({ default: (await import('./paper/PaperReport.tsx')).PaperReport }))

/** Only for who is logged in: a screen with a token needs no more than its board. */
const BoardChoice = lazy(async () => ({ default: (await import('./choice/BoardChoice.tsx')).BoardChoice }))

const busy = <div className="board" role="status" aria-busy="true" />

/** A board, full screen. Its address says which one; `title` of the query is written above it. Source: spec 3, section 14. */
export function BoardPage({ search: { title, deptId, day, period, facilityId, token }, onSearch }: PageProps<BoardSearch>) {
  const { t } = useTranslation(['boards', 'common'])
  const { pathname } = useLocation()
  const isIn = useSession((s) => s.session !== null)
  const path = pathname.replace(/\/+$/, '')
  const { board, heardAt, feedAge, refusal, isLost } = useBoard({ path, deptId, day, period, facilityId, isIn, token })
  const listDept = board?.listDept ?? undefined
  const access = useMemo(() => ({ path, token, facilityId, deptId: listDept }), [path, token, facilityId, listDept])
  useEffect(() => tellWhenFilled(isFilled), [])
  if (!isIn && token === undefined) return <Refusal text={t('refused.login')} />
  if (isIn && isFacilityBoard(path) && facilityId === undefined)
    return (
      <Suspense fallback={busy}>
        <BoardChoice wanted="facility" onChoose={(facilityId) => onSearch({ facilityId })} />
      </Suspense>
    )
  if (refusal !== null) return <Refusal text={refusal} />
  if (!board) return isLost ? <Refusal text={t('refused.unreachable')} /> : busy
  if (board.span) {
    const asked = { path, deptId, token }
    return (
      <Suspense fallback={busy}>
        <PaperReport {...{ board, span: board.span, asked }} title={title || board.title} onSpan={onSearch} />
      </Suspense>
    )
  }
  // A past day has no feed.
  const ofNow = board.day ? heardAt : heardAt - feedAge * 1000
  return (
    <Stage board={board}>
      <header className="board-head">
        {board.day ? (
          <DaySlider shown={board.day} asked={day} onDay={(day) => onSearch({ day })} />
        ) : (
          <div>
            <BoardDate />
            {isIn && isDepartmentBoard(path) && (
              <Suspense>
                <BoardChoice wanted="department" value={deptId} onChoose={(deptId) => onSearch({ deptId })} />
              </Suspense>
            )}
          </div>
        )}
        <h1>
          {title || board.title}
          {board.about && <small>{board.about}</small>}
        </h1>
        <BoardClock />
      </header>
      {!isIn && <BoardCalls calls={board.panels.find(({ id }) => id === callsPanelId)} />}
      <main className="board-grid">
        <BoardAccess value={access}>
          {board.panels
            .filter(({ id }) => id !== callsPanelId)
            .map((panel) => (
              <PanelFrame
                key={panel.id}
                panel={panel}
                board={board}
                style={gridPlace(panel)}
                cover={<Staleness panel={panel} heardAt={ofNow} />}
              />
            ))}
        </BoardAccess>
      </main>
    </Stage>
  )
}

function Refusal({ text }: { text: string }) {
  const { t } = useTranslation('boards')
  return (
    <main className="board board-refusal">
      <h1>{t('refused.title')}</h1>
      <p role="alert">{text}</p>
    </main>
  )
}

/** Says over a panel that its figures are old, or that they cannot be read. */
function Staleness({ panel: { pace, data }, heardAt }: { panel: Panel; heardAt: number }) {
  const { t } = useTranslation('boards')
  const age = useTick() - heardAt
  if (data && age < staleAfterMs[pace]) return null
  const minutes = Math.floor(age / 60_000)
  const old = minutes > 0 ? t('minutes', { count: minutes }) : t('seconds', { count: Math.floor(age / 1000) })
  return (
    <p className="board-stale" role="status">
      {data ? t('stale', { age: old }) : t('sourceFailed')}
    </p>
  )
}
