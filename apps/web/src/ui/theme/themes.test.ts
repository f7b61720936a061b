import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultColour, presetColours, themeNames } from '@huanwei/contract/preferences/codes'
import { expect, test } from 'vitest'
import { type Colour, contrast, luminance, mix, textOn } from './colour.ts'
import { isDark, type Look, lookOf, ratios, sky } from './themes.ts'

/** Besides the colours that are offered: the ends of every scale, and a grey that neither black nor white favours. */
const extremes = ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#767676', '#808080']
const colours = [defaultColour, ...presetColours, ...extremes]

/** A colour as it is seen over `ground`: `rgb(1 2 3 / 40%)` lets it through. */
function seen(value: string, ground: Colour): Colour {
  const parts = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(value)?.slice(1).map(Number)
  if (!parts) return value
  const solid = `#${parts
    .slice(0, 3)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`
  return mix(solid, ground, parts[3]! / 100)
}

/** Backgrounds of the panels. */
const behind = (name: (typeof themeNames)[number], look: Look) => (isDark(name) ? [...sky, look.ground] : [look.ground])

type Pair = [what: string, over: Colour, under: Colour, ratio: number]

/** Everything that is read or must be seen, on everything it stands on. */
function pairsOf(look: Look, backs: Colour[]): Pair[] {
  const panels = backs.flatMap((back) => [seen(look.panel, back), seen(look.tabsGround, back)])
  const pages = [...backs, ...panels, look.surface, look.raised]
  const hovered = pages.map((page) => seen(look.shade, page))
  const headers = backs.map((back) => seen(look.headerGround, back))
  const sides = [...backs.flatMap((back) => [seen(look.side, back), seen(look.sideDeep, back)]), look.sideRaised]
  const on = (names: (keyof Look)[], grounds: Colour[], ratio: number): Pair[] =>
    names.flatMap((name) => grounds.map((ground): Pair => [`${name} on ${ground}`, String(look[name]), ground, ratio]))
  const tones = ['moving', 'stationary', 'alert', 'warning', 'offline', 'danger'] as const
  const { text, part } = ratios
  return [
    ...on(['ink', 'inkSoft', 'brandStrong', ...tones], [...pages, ...hovered], text),
    ...on(['ink', 'inkSoft', 'brandStrong'], [look.brandSoft], text),
    ...tones.flatMap((name) =>
      on(
        [name],
        [look.surface, look.raised, ...panels].map((page) => mix(look[name], page, 0.06)),
        text,
      ),
    ),
    ...on(['danger'], [look.dangerSoft], text),
    ...on(['onBrand'], [look.brand, look.brandHover], text),
    ...on(['onFill'], [look.fill, look.artDeep, look.artMiddle, look.art], text),
    ...on(['onStatus'], [look.moving, look.stationary, look.alert, look.warning, look.offline], text),
    ...on(['markInk'], [look.mark], text),
    ...on(['headerInk', 'headerInkSoft'], [...headers, ...headers.map((one) => seen(look.headerShade, one))], text),
    ...on(['sideInk', 'sideInkStrong'], [...sides, ...sides.map((one) => seen(look.sideShade, one))], text),
    ...on(['sideActiveInk'], [look.sideActive], text),
    ...on(['sideBar'], [look.sideActive, ...sides], part),
    ...on(['ring'], [...pages, ...hovered], part),
    ...on(['fill', 'edge'], [look.surface, look.raised], part),
  ]
}

const cases = themeNames.flatMap((name) => colours.map((colour) => [name, colour] as const))

test.each(cases)('%s in %s: everything can be read', (name, colour) => {
  const look = lookOf(name, colour)
  const pairs = pairsOf(look, behind(name, look))
  const weak = pairs.filter(([, over, under, ratio]) => contrast(over, under) < ratio)
  expect(weak.map(([what, over, under]) => `${what}: ${over} ${contrast(over, under).toFixed(2)}`)).toEqual([])
})

test('the chosen colour itself is what the accents are made of', () => {
  for (const [name, colour] of cases) expect(lookOf(name, colour).brand).toBe(colour)
})

test('text on any colour reads', () => {
  for (let step = 0; step < 512; step++) {
    const colour = `#${[(step >> 6) * 36, ((step >> 3) & 7) * 36, (step & 7) * 36].map((n) => n.toString(16).padStart(2, '0')).join('')}`
    expect(contrast(textOn(colour), colour), colour).toBeGreaterThanOrEqual(4.5)
  }
})

test('white reads on the colours of the navigation and of the deployment types', () => {
  const css = readFileSync(join(import.meta.dirname, 'themes.css'), 'utf8')
  const fixed = [...css.matchAll(/--[\w-]+: (#[0-9a-f]{6});/g)].map(([, colour = '']) => colour)
  expect(fixed.length).toBeGreaterThan(10)
  for (const colour of fixed) expect(contrast('#ffffff', colour), colour).toBeGreaterThanOrEqual(ratios.text)
})

test('the sky is painted between its darkest and its lightest', () => {
  const css = readFileSync(join(import.meta.dirname, 'themes.css'), 'utf8').replace(/:root {[^}]*}|url\([^)]*\)/g, '')
  const painted = (css.match(/#[0-9a-f]{6}\b/g) ?? []).map(luminance)
  expect(painted.length).toBeGreaterThan(4)
  expect(Math.min(...painted)).toBeGreaterThanOrEqual(luminance(sky[0]))
  expect(Math.max(...painted)).toBeLessThanOrEqual(luminance(sky[1]))
})

test('the citizens’ page, which knows no theme, can be read by day and by night', () => {
  const sheet = readFileSync(join(import.meta.dirname, '../../citizen/citizen.css'), 'utf8')
  const palettes = sheet
    .split(':root')
    .slice(1)
    .map((part) => Object.fromEntries([...part.matchAll(/--([a-z-]+): (#[\da-f]+);/g)].map(([, name, colour]) => [name, colour])))
  expect(palettes).toHaveLength(2)
  const whole = (colour = '') => (colour.length === 4 ? colour.replace(/[\da-f]/g, '$&$&') : colour)
  const pairs = [
    ['ink', 'ground'],
    ['ink', 'paper'],
    ['ink-soft', 'paper'],
    ['on-brand', 'brand'],
    ['brand', 'paper'],
    ['bad', 'paper'],
    ['good', 'paper'],
    ['ink', 'note'],
  ] as const
  for (const palette of palettes)
    for (const [over, under] of pairs)
      expect(contrast(whole(palette[over]), whole(palette[under])), `${over} on ${under}`).toBeGreaterThanOrEqual(4.5)
})

/**
 * Sources of colours, and the parts that keep their own in every theme: the map's signs and the product's, calls for help, what is printed, boards on a wall,
 * and the page of the citizens, who have no theme.
 */
const mayBeHard =
  /^(ui\/theme\/(themes?\.(ts|css)|colour\.ts|Logo\.tsx)|map\/[a-z]+\/[a-z-]+\.(ts|css)|features\/facilities\/stickers\.css|features\/emergencies\/emergencies\.css|features\/boards\/engine\/board-colours\.ts|citizen\/(citizen\.css|photos\.ts))$/

test('no other style sheet or component holds a colour of its own', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('**/*.{css,ts,tsx}', { cwd: root }).filter((path) => !mayBeHard.test(path) && !path.includes('.test.'))
  const found = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        /["' :(]#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(rgba?|hsla?)\(/i.test(line)
          ? [`${path}:${at + 1} ${line.trim()}`]
          : [],
      ),
  )
  expect(found).toEqual([])
})
