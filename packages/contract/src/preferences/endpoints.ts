import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing } from '../fields.ts'
import { homeCards, mostHomeMenus } from '../home/codes.ts'
import { MsgType, usualSounds } from '../messages/codes.ts'
import { streamKinds } from '../stream/codes.ts'
import { longestWallName, mostNamedWalls, mostWallTiles, wallSizes } from '../video/codes.ts'
import { liveLayers, mostLivePins, themeChoices } from './codes.ts'

const cards = z.array(z.enum(homeCards)).max(homeCards.length)
/** An object by its type and id: `1-7` is the vehicle 7. */
const pin = z.string().regex(/^[0-2]-[1-9]\d{0,8}$/)
/** A channel of a vehicle: `7-2` is the second of the vehicle 7; empty where a tile shows nothing. */
const tile = z.string().regex(/^([1-9]\d{0,8}-[1-9]\d?)?$/)
const wall = z.object({ size: z.literal(wallSizes), tiles: z.array(tile).max(mostWallTiles) })
const isUnique = (list: string[]) => new Set(list).size === list.length
const namedWall = wall.extend({ name: z.string().trim().min(1).max(longestWallName) })
const layers = z.array(z.enum(liveLayers)).max(liveLayers.length)

/** A person's preferences of the screen. `theme` is the colour, `#rrggbb`; `show…` are the parts of the frame. Source: spec 4, S0 §2.5. */
export const Settings = z.object({
  themeName: z.enum(themeChoices),
  theme: z.string().regex(/^#[0-9a-f]{6}$/i),
  showTag: z.boolean(),
  showTheme: z.boolean(),
  showColor: z.boolean(),
  showFullScreen: z.boolean(),
  showCollapse: z.boolean(),
  showMenu: z.boolean(),
  showLock: z.boolean(),
  /** True when intercom calls ring. */
  intercom: z.boolean().default(true),
  /** Items of the home-page menu list in their order; none for the usual ones. */
  homeMenus: z.array(id).max(mostHomeMenus).default([]),
  /** Cards of the home page in their order, and those that are not shown; none for the usual. */
  homeCards: cards.default([]),
  hiddenCards: cards.default([]),
  /** True when queues open at the desk, false when rows open in a drawer; absent for who has not chosen. */
  desk: z.boolean().optional(),
  /** Objects pinned beside the live map, in their order. */
  livePins: z.array(pin).max(mostLivePins).refine(isUnique).default([]),
  /** Layers that the live map hides, by the kind in its tree; the usual ones for a kind that is absent. */
  liveHidden: z.object({ vehicle: layers, person: layers, facility: layers }).partial().default({}),
  /** Kinds that the stream of the live page leaves out, and whether it tells of the selected object, or of what is in sight on the map, alone. */
  streamHidden: z.array(z.enum(streamKinds)).max(streamKinds.length).refine(isUnique).default([]),
  streamSelected: z.boolean().default(false),
  streamInView: z.boolean().default(false),
  /** The wall of live pictures: how many tiles, what they show, and walls that are kept under a name. */
  videoWall: wall
    .extend({ named: z.array(namedWall).max(mostNamedWalls).default([]) })
    .default({ size: 4, tiles: [], named: [] }),
  /** Types of messages that sound when one comes, once the sound is on. Calls for help have a sound of their own. */
  soundTypes: z
    .array(z.enum(MsgType))
    .max(Object.keys(MsgType).length)
    .refine(isUnique)
    .default([...usualSounds]),
})
export type Settings = z.infer<typeof Settings>

/** Preferences that follow a person to another browser. `changed` is the time of the choice, epoch ms: the later of two wins. */
export const Preferences = Settings.extend({
  language: z.enum(['zh-CN', 'zh-TW', 'en-US']),
  changed: z.number().int().min(0),
})
export type Preferences = z.infer<typeof Preferences>

/** Null for a person who never chose anything. */
export const getPreferences = endpoint({
  method: 'GET',
  path: '/admin/user/preferences',
  access: 'session',
  input: nothing,
  output: Preferences.nullable(),
})

/** Keeps the preferences unless later ones are kept already. */
export const putPreferences = endpoint({
  method: 'PUT',
  path: '/admin/user/preferences',
  access: 'session',
  automatic: true,
  input: Preferences,
  output: done,
})
