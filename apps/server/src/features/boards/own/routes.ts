import { mostOwnBoards, ownBoardId, ownBoardPath } from '@huanwei/contract/boards/codes'
import {
  addOwnBoard,
  type BoardDefinition,
  type BoardTexts,
  changeOwnBoard,
  getBoardVersion,
  getOwnBoard,
  listBoardVersions,
  listOwnBoards,
  listPublishedBoards,
  previewBoard,
  publishOwnBoard,
  removeOwnBoard,
  restoreOwnBoard,
  takeBackOwnBoard,
} from '@huanwei/contract/designs/endpoints'
import { textIn } from '@huanwei/contract/designs/rules'
import type { Parsed } from '@huanwei/contract/endpoint'
import { type Language, languages } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../../db/connect.ts'
import { mustBeCurrent } from '../../../db/last-change.ts'
import { mustSeeAll } from '../../../db/scope.ts'
import { languageOf } from '../../../http/language.ts'
import { conflict, denied, notFound, Refused, refuseGone } from '../../../http/refuse.ts'
import { serve } from '../../../http/serve.ts'
import { createTurns } from '../../../http/turns.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { createRateLimiter } from '../../../lib/rate-limiter.ts'
import type { Latest } from '../../../position/latest/latest.ts'
import type { GroundOf } from '../../sites/ground.ts'
import type { Computer } from '../compute.ts'
import { hasPictures, isOnPaper } from '../preset.ts'
import { presetAt } from '../presets.ts'
import { readBoardOf } from '../read-board.ts'
import { subjectOf } from '../subject.ts'
import {
  countOwnBoards,
  deleteOwnBoard,
  findOwnBoard,
  findOwnBoards,
  findPublished,
  findVersion,
  findVersions,
  holdOwnBoard,
  insertOwnBoard,
  insertVersion,
  type OwnBoardRow,
  updateOwnBoard,
} from './queries.ts'

type Parts = { db: Database; latest: Latest; groundOf: GroundOf; computer: Computer }

/** Boards that an organisation makes itself. They hold for all of it: who sees a part of it changes none. */
export function ownBoardRoutes(app: FastifyInstance, parts: Parts) {
  const { db } = parts
  serve(app, listOwnBoards, (_, viewer) => db.within(viewer, async (tx) => (await findOwnBoards(tx, viewer)).map(rowOf)))

  serve(app, listPublishedBoards, (_, viewer, { headers }) =>
    db.within(viewer, async (tx) =>
      (await findPublished(tx, viewer.tenantId)).map(({ id, definition: { title, about } }) => ({
        path: ownBoardPath(id),
        title: textIn(title, languageOf(headers)),
        about,
      })),
    ),
  )

  serve(app, getOwnBoard, ({ id }, viewer) => db.within(viewer, async (tx) => openOf(await mustFind(tx, viewer, id))))

  serve(app, listBoardVersions, ({ id }, viewer) => db.within(viewer, (tx) => findVersions(tx, viewer, id)))

  serve(app, getBoardVersion, ({ id, version }, viewer) =>
    db.within(viewer, async (tx) => (await findVersion(tx, viewer, id, version)) ?? missing()),
  )
  draftCalls(app, db)
  publicationCalls(app, db)
  previewCall(app, parts)
}

function draftCalls(app: FastifyInstance, db: Database) {
  serve(app, addOwnBoard, (origin, viewer) =>
    db.within(viewer, async (tx) => {
      mustSeeAll(viewer)
      const definition = await originOf(tx, viewer, origin)
      if ((await countOwnBoards(tx, viewer)) >= mostOwnBoards)
        throw conflict('boards:refusal.tooManyOwn', { most: mostOwnBoards })
      return openOf(await mustFind(tx, viewer, await insertOwnBoard(tx, viewer, definition)))
    }),
  )

  serve(app, changeOwnBoard, ({ definition: draft, ...changed }, viewer) =>
    db.within(viewer, async (tx) => {
      const { id } = await take(tx, viewer, changed)
      await updateOwnBoard(tx, viewer, id, { draft })
      return openOf(await mustFind(tx, viewer, id))
    }),
  )

  serve(app, restoreOwnBoard, ({ version, ...changed }, viewer) =>
    db.within(viewer, async (tx) => {
      const { id } = await take(tx, viewer, changed)
      await updateOwnBoard(tx, viewer, id, { draft: (await findVersion(tx, viewer, id, version)) ?? missing() })
      return openOf(await mustFind(tx, viewer, id))
    }),
  )

  serve(app, removeOwnBoard, (removed, viewer) =>
    db.within(viewer, async (tx) => {
      const { id } = await take(tx, viewer, removed)
      await deleteOwnBoard(tx, viewer, id)
      return true
    }),
  )
}

function publicationCalls(app: FastifyInstance, db: Database) {
  serve(app, publishOwnBoard, (changed, viewer) =>
    db.within(viewer, async (tx) => {
      const { id, draft } = await take(tx, viewer, changed)
      if (!draft.panels.length) throw conflict('boards:refusal.noPanels')
      // Whoever has a token of it sees the pictures.
      if (hasPictures(draft) && !viewer.permissions.has('video_view')) throw denied()
      await updateOwnBoard(tx, viewer, id, { published: await insertVersion(tx, viewer, id, draft) })
      return openOf(await mustFind(tx, viewer, id))
    }),
  )

  serve(app, takeBackOwnBoard, (changed, viewer) =>
    db.within(viewer, async (tx) => {
      const { id } = await take(tx, viewer, changed)
      await updateOwnBoard(tx, viewer, id, { published: null })
      return openOf(await mustFind(tx, viewer, id))
    }),
  )
}

/** Previews of an account: one for each step of an editor, and no more. */
const previews = { burst: 40, perSecond: 1 }
/** Previews that are computed at once: one of an account, and of an organisation as many as boards of its screens. */
const [ofAccount, ofOrganisation] = [1, 3]

function previewCall(app: FastifyInstance, { latest, groundOf, computer }: Parts) {
  const mayAsk = createRateLimiter(previews)
  const inTurnOfAccount = createTurns(ofAccount)
  const inTurnOfOrganisation = createTurns(ofOrganisation)
  serve(app, previewBoard, async ({ definition, facilityId }, viewer, request) => {
    const { tenantId, departments, userId } = viewer
    const account = `${tenantId} ${userId}`
    if (!mayAsk(account, Date.now())) throw new Refused(429, 'common:error.429')
    const scope = { tenantId, departments }
    const subject = subjectOf(latest, definition, scope, { facilityId })
    const wanted = { definition, scope, language: languageOf(request.headers), subject }
    function read() {
      // An editor gives up what it no longer shows.
      refuseGone(request)
      return readBoardOf(computer, groundOf, wanted)
    }
    const reading = await inTurnOfAccount(account, () => inTurnOfOrganisation(`${tenantId}`, read))
    return reading.whole()
  })
}

const rowOf = ({ draft: { title, theme, panels }, createName, updateName, ...row }: OwnBoardRow) => ({
  ...row,
  title,
  theme,
  panelCount: panels.length,
  createBy: createName,
  updateBy: updateName,
})

const openOf = (row: OwnBoardRow) => ({ ...rowOf(row), definition: row.draft })

function missing(): never {
  throw notFound()
}

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  return (await findOwnBoard(tx, viewer, id)) ?? missing()
}

type Changed = { id: number; updateTime?: string | undefined }

/** The board as it stands, until the transaction ends. Refuses who sees a part of the organisation, and one changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, { id, updateTime }: Changed) {
  mustSeeAll(viewer)
  await holdOwnBoard(tx, viewer, id)
  return mustBeCurrent(tx, viewer, await findOwnBoard(tx, viewer, id), updateTime)
}

/** What a new board begins with. */
async function originOf(tx: Tx, viewer: Viewer, { path, definition }: Parsed<typeof addOwnBoard>): Promise<BoardDefinition> {
  if (definition) return definition
  if (path === undefined) throw new Refused(400, 'boards:refusal.noOrigin')
  const id = ownBoardId(path)
  const found = id === undefined ? presetAt(path) : (await findOwnBoard(tx, viewer, id))?.draft
  if (!found || isOnPaper(found)) throw notFound()
  return { ...found, title: copyOf(found.title) }
}

/** Characters of a name. */
const longestTitle = 60

const copyOf = (title: BoardTexts): BoardTexts => {
  const texts = { ...title }
  for (const { code } of languages) if (title[code]) texts[code] = copyIn(title[code], code)
  return texts
}

const copyIn = (name: string, language: Language) => {
  const added = say(language, 'boards:copyOf', { name: '' }).length
  return say(language, 'boards:copyOf', { name: name.slice(0, longestTitle - added) })
}
