import type { Reach } from './geometry.ts'

export type StreetClass = 'ring' | 'main' | 'secondary' | 'local'

export type RingRoad = { name: string; class: StreetClass; limit: number; reach: Reach; tilt: number; points: number }
/** Streets in a row: a part starts where the previous one ends; `through` is `east,north` pairs. */
export type Corridor = { class: StreetClass; parts: readonly (readonly [name: string, through: string])[] }

/** Ring roads, outermost last; reach in kilometres, tilt in radians, limit in km/h. */
export const ringRoads: readonly RingRoad[] = [
  {
    name: '一环路',
    class: 'ring',
    limit: 50,
    reach: { east: 3.15, north: 2.95, west: 2.75, south: 2.8 },
    tilt: -0.12,
    points: 52,
  },
  { name: '二环路', class: 'ring', limit: 60, reach: { east: 4.7, north: 4.5, west: 4.5, south: 4.5 }, tilt: -0.06, points: 64 },
  { name: '中环路', class: 'main', limit: 60, reach: { east: 6.3, north: 6.1, west: 6.3, south: 6.2 }, tilt: -0.03, points: 76 },
  { name: '三环路', class: 'ring', limit: 80, reach: { east: 8.4, north: 8.4, west: 8.3, south: 8.3 }, tilt: -0.02, points: 92 },
  { name: '绕城高速', class: 'ring', limit: 100, reach: { east: 12, north: 11.7, west: 12.3, south: 12.1 }, tilt: 0, points: 96 },
]

/** Through roads in kilometres east and north of the centre. Ends are longer than needed: loose ends are cut off later. */
export const corridors: readonly Corridor[] = [
  {
    class: 'main',
    parts: [
      ['北星大道', '2.2,12.4 1.9,10.4 1.5,8.4 1.0,6.1 0.75,4.45'],
      ['人民北路', '0.6,3.7 0.45,2.9 0.3,2.1'],
      ['人民中路', '0.12,1.25 0.03,0.15'],
      ['人民南路', '0,-1.2 0,-2.8 0.04,-4.5 0.08,-5.4'],
      ['天府大道', '0.1,-6.2 0.12,-8.3 0.1,-10.4 0.1,-12.6'],
    ],
  },
  {
    class: 'main',
    parts: [
      ['光华大道', '-12.9,2.1 -10.2,1.9 -8.2,1.6 -6.4,1.25'],
      ['清江路', '-4.5,1.15 -3.5,1.02 -2.7,0.68'],
      ['蜀都大道', '-1.3,0.3 0.03,0.15 1.65,0.3 3.1,0.02 4.75,-0.3'],
      ['迎晖路', '6.2,-0.9 8.3,-1.8'],
      ['驿都大道', '10.2,-2.7 12.8,-3.7'],
    ],
  },
  {
    class: 'main',
    parts: [
      ['东大街', '0.0,-0.2 0.5,-0.32 1.6,-0.66 2.4,-1.02 3.05,-1.36'],
      ['东大路', '3.85,-1.72 4.7,-2.15 6.1,-3.15 7.7,-4.6'],
      ['成龙大道', '9.2,-6.0 12.2,-8.6'],
    ],
  },
  {
    class: 'main',
    parts: [
      ['新南路', '1.25,-2.9 1.38,-1.9 1.42,-1.3'],
      ['红星路', '1.6,-0.4 1.75,0.6 1.98,1.6 2.12,2.75'],
      ['府青路', '2.65,3.5 3.25,4.4 4.2,5.9'],
      ['熊猫大道', '5.3,7.9 6.6,9.8 8.4,12.2'],
    ],
  },
  {
    class: 'main',
    parts: [
      ['解放路', '0.8,1.3 1.0,2.1 1.25,2.9 1.85,4.42'],
      ['川陕路', '2.5,6.0 3.5,8.4 4.3,10.2 5.2,12.5'],
    ],
  },
  { class: 'main', parts: [['建设路', '2.7,1.98 3.7,1.67 4.9,1.4']] },
  {
    class: 'main',
    parts: [
      ['新华大道', '-2.0,1.75 -0.9,1.25 0.12,1.2 1.0,1.28 1.95,1.38 3.15,0.92'],
      ['双林路', '4.75,0.6'],
      ['万年路', '6.4,0.45 8.6,0.5'],
    ],
  },
  {
    class: 'main',
    parts: [
      ['杉板桥路', '3.0,2.35 4.7,2.75'],
      ['成华大道', '6.2,3.5 8.0,4.7 9.9,5.6 12.6,6.9'],
    ],
  },
  {
    class: 'main',
    parts: [
      ['蜀汉路', '-2.4,1.7 -4.3,2.75'],
      ['羊西线', '-6.1,3.7 -7.9,4.6 -10,5.5 -12.6,6.5'],
    ],
  },
  {
    class: 'main',
    parts: [
      ['营门口路', '-1.5,2.4 -2.6,3.35 -3.5,4.1'],
      ['金牛大道', '-5.0,5.3 -7.0,7.1 -8.6,8.5 -11.3,10.6'],
    ],
  },
  {
    class: 'main',
    parts: [
      ['沙湾路', '-0.75,2.3 -1.05,3.3 -1.4,4.4'],
      ['九里堤路', '-1.8,6.1 -2.4,8.6'],
    ],
  },
  {
    class: 'main',
    parts: [
      ['锦里路', '-2.75,-0.12 -2.1,-0.38 -1.5,-0.78 -0.8,-1.02 0,-1.02'],
      ['滨江路', '0.8,-1.02 1.42,-1.2 1.95,-1.62 2.6,-2.5'],
    ],
  },
  {
    class: 'main',
    parts: [
      ['武侯祠大街', '0.0,-1.35 -0.8,-1.4 -1.7,-1.6 -2.35,-2.2'],
      ['佳灵路', '-3.0,-3.1 -3.75,-3.9'],
      ['武侯大道', '-5.4,-4.5 -7.6,-5.6 -9.3,-6.6 -12.1,-8.4'],
    ],
  },
  {
    class: 'main',
    parts: [
      ['永丰路', '-1.1,-2.4 -1.6,-3.3 -2.2,-4.4'],
      ['机场路', '-3.1,-6.0 -4.5,-8.2 -5.7,-9.8 -7.4,-12.2'],
    ],
  },
  { class: 'main', parts: [['科华路', '1.2,-2.5 1.35,-3.5 1.42,-4.5 1.2,-6.2 1.1,-8.6']] },
  { class: 'main', parts: [['草堂路', '-2.5,0.1 -3.3,0.35 -4.0,0.18 -5.3,0.0']] },
  { class: 'main', parts: [['青羊大道', '-5.35,3.6 -5.2,2.4 -5.3,1.05 -5.4,-0.5 -5.2,-2.6 -4.95,-4.6']] },
  {
    class: 'main',
    parts: [
      ['锦华路', '2.9,-4.2 3.6,-5.4 4.6,-7.2 5.3,-8.5'],
      ['成仁路', '6.2,-10.2 7.2,-12.2'],
    ],
  },
  { class: 'main', parts: [['二仙桥路', '4.3,4.0 5.3,4.4 6.3,4.9 8.7,6.1']] },
  { class: 'main', parts: [['益州大道', '-1.2,-6.0 -1.15,-8.4 -1.1,-12.5']] },
  { class: 'main', parts: [['剑南大道', '-2.4,-7.9 -2.7,-9.8 -2.9,-12.4']] },
  { class: 'main', parts: [['锦江大道', '2.4,-8.0 2.6,-9.9 2.7,-12.4']] },
  { class: 'main', parts: [['日月大道', '-6.2,-0.1 -8.4,-0.3 -10.2,-0.35 -12.7,-0.3']] },
  { class: 'main', parts: [['凤凰山大道', '-1.9,8.1 -1.6,10.0 -1.5,12.3']] },
  { class: 'main', parts: [['成洛大道', '8.1,2.2 10.2,2.5 12.6,2.9']] },
  { class: 'secondary', parts: [['同仁路', '-1.58,0.3 -1.5,1.5']] },
  { class: 'local', parts: [['宽巷子', '-1.5,1.07 -0.92,1.05']] },
  { class: 'local', parts: [['窄巷子', '-1.53,0.93 -0.94,0.91']] },
  { class: 'secondary', parts: [['太升路', '0.98,0.1 1.06,0.8 1.0,2.0']] },
  { class: 'secondary', parts: [['建设北路', '3.7,1.6 3.85,2.3 4.0,3.3 4.2,4.1']] },
  { class: 'secondary', parts: [['西大街', '-0.6,1.4 -1.3,1.9 -2.1,2.35']] },
  { class: 'secondary', parts: [['春熙路', '1.44,-0.65 1.47,0.25']] },
  { class: 'secondary', parts: [['长顺街', '-1.0,0.1 -0.8,1.4']] },
  {
    class: 'secondary',
    parts: [
      ['一心桥街', '2.0,-0.7 2.3,0.3'],
      ['玉双路', '2.7,1.3'],
    ],
  },
  { class: 'secondary', parts: [['牛市口路', '3.0,-2.0 3.8,-1.3 4.3,-0.1']] },
]
