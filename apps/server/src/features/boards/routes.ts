import { randomBytes } from 'node:crypto'
import { ownBoardId } from '@huanwei/contract/boards/codes'
import { addBoardToken, listBoardTokens, mostBoardTokens, readBoard, revokeBoardToken } from '@huanwei/contract/boards/endpoints'
import { textIn } from '@huanwei/contract/designs/rules'
import type { Parsed } from '@huanwei/contract/endpoint'
import type { Language } from '@huanwei/words/languages'
import type { FastifyInstance } from 'fastify'
import type { Changes } from '../../db/changes.ts'
import type { Database } from '../../db/connect.ts'
import { mustSeeDepartment } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { parseRange } from '../../http/open/address-range.ts'
import { conflict, denied, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { createRateLimiter } from '../../lib/rate-limiter.ts'
import type { MediaShare } from '../../media/share.ts'
import type { Latest } from '../../position/latest/latest.ts'
import type { IngestCalls } from '../../position/link.ts'
import type { FileAddresses } from '../files/file-addresses.ts'
import { hashToken } from '../session/authenticate.ts'
import type { Build } from '../sites/build.ts'
import type { GroundOf } from '../sites/ground.ts'
import type { CameraParts } from '../video/cameras.ts'
import type { PictureOffice } from '../video/open-picture.ts'
import { accessOfViewer, screenAccess } from './access.ts'
import { boardAt } from './board-at.ts'
import { createComputer } from './compute.ts'
import { startLiveBoards } from './live/live-boards.ts'
import { watchFeed } from './live/watch-feed.ts'
import { boardOpener, type OpenBoard, replyOf } from './open-board.ts'
import { findOwnBoards } from './own/queries.ts'
import { ownBoardRoutes } from './own/routes.ts'
import { pagesDrawer } from './paper/draw-pages.ts'
import { paperRoutes } from './paper/routes.ts'
import { hasPictures } from './preset.ts'
import { presetAt } from './presets.ts'
import { countBoardTokens, findBoardTokens, insertBoardToken, markTokenRevoked } from './queries.ts'
import { createHeartbeats } from './screens/heartbeats.ts'
import { screenRoutes } from './screens/routes.ts'
import type { ViewersOf } from './screens/viewers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Computations of boards so far. */
    boardComputations(): number
  }
}

type BoardParts = {
  db: Database
  changes: Changes
  latest: Latest
  ingest: Pick<IngestCalls, 'isFed'>
  build: Build
  addresses: FileAddresses
  groundOf: GroundOf
  media: PictureOffice
  share: Pick<MediaShare, 'places'>
  sources: CameraParts['sources']
  /** The viewers behind access tokens, by token. */
  viewersOf: ViewersOf
}

/** Questions of one sender: those of 200 screens behind an address. */
const questions = { burst: 400, perSecond: 100 }

/** Returns how the work report is drawn for others. */
export function boardRoutes(app: FastifyInstance, parts: BoardParts) {
  const { db, latest, ingest, build } = parts
  const computer = createComputer({ db, latest, log: app.log })
  app.decorate('boardComputations', computer.computations)
  const open = boardOpener({ ...parts, computer })
  const feed = watchFeed(ingest.isFed)
  app.addHook('preClose', async () => feed.end())
  serve(app, readBoard, async (asked, viewer, { headers }) =>
    replyOf(await readingFor({ db, open }, viewer, asked, languageOf(headers)), asked.known, { build, feed }),
  )
  ownBoardRoutes(app, { ...parts, computer })
  tokenCalls(app, db)
  const mayAskNow = createRateLimiter(questions)
  const mayAsk = (sender: string) => mayAskNow(sender, Date.now())
  const ofScreens = { ...parts, open, feed, noteBeat: createHeartbeats(db), screenAccess: screenAccess(db, mayAsk) }
  screenRoutes(app, ofScreens)
  paperRoutes(app, ofScreens)
  const live = startLiveBoards({ ...ofScreens, mayAsk, log: app.log })
  app.get('/live/board', { websocket: true }, (socket, request) => live.accept(socket, request))
  app.addHook('preClose', async () => live.close())
  return { drawPages: pagesDrawer(open) }
}

type OpenParts = { db: Database; open: OpenBoard }
type Asked = Pick<Parsed<typeof readBoard>, 'path' | 'deptId' | 'day' | 'period'> & { facilityId?: number | undefined }

/** Reads a board for who is logged in, within their scope. */
async function readingFor({ db, open }: OpenParts, viewer: Viewer, { path, deptId, ...asked }: Asked, language: Language) {
  const { day, period, facilityId } = asked
  const read = await open({ path, language, ...(await accessOfViewer(db, viewer, deptId)), about: { day, period, facilityId } })
  return read()
}

/** Tokens are made, listed and ended. */
function tokenCalls(app: FastifyInstance, db: Database) {
  serve(app, listBoardTokens, (_, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const own = new Map((await findOwnBoards(tx, viewer)).map(({ id, draft }) => [id, draft]))
      const titleOf = (path: string) => {
        const board = presetAt(path) ?? own.get(ownBoardId(path) ?? 0)
        return board ? textIn(board.title, languageOf(headers)) : path
      }
      return (await findBoardTokens(tx, viewer)).map((token) => ({ ...token, title: titleOf(token.path) }))
    }),
  )

  serve(app, addBoardToken, async ({ path, deptId, place, addressRange }, viewer) => {
    const address = path.endsWith('/') ? path.slice(0, -1) : path
    if (addressRange && !parseRange(addressRange)) throw new Refused(400, 'boards:refusal.addressRange')
    const token = randomBytes(24).toString('base64url')
    const id = await db.within(viewer, async (tx) => {
      await mustSeeDepartment(tx, viewer, deptId)
      // Whoever has the token sees the pictures.
      if (hasPictures(await boardAt(tx, viewer.tenantId, address)) && !viewer.permissions.has('video_view')) throw denied()
      if ((await countBoardTokens(tx, viewer)) >= mostBoardTokens)
        throw conflict('boards:refusal.tooMany', { most: mostBoardTokens })
      const fields = { path: address, deptId: deptId ?? null, place, addressRange, hash: hashToken(token) }
      return insertBoardToken(tx, viewer, fields)
    })
    return { id, token }
  })

  serve(app, revokeBoardToken, async ({ id }, viewer) => {
    if (!(await db.within(viewer, (tx) => markTokenRevoked(tx, viewer, id)))) throw notFound()
    return true
  })
}
