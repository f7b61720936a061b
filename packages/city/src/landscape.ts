import { oval, type Point, path, smooth } from './geometry.ts'

export type Water = { name: string; class: 'river' | 'stream'; line: Point[] }
export type LandscapeArea = { name: string; ring: Point[] }

/** Kilometres by which a river swings to either side of the drawn line; 0 at its ends, where it meets the next one. */
const swing = 0.09

const meander = (line: readonly Point[]): Point[] =>
  line.map(([x, y], index) => {
    const damping = Math.min(1, index / 8, (line.length - 1 - index) / 8)
    return [x + Math.sin(y * 4.1 + x) * swing * damping, y + Math.sin(x * 3.7 - y) * swing * damping] as const
  })

const river = (name: string, kind: Water['class'], through: string): Water => ({
  name,
  class: kind,
  line: meander(smooth(path(through), 0.12)),
})

/** Rivers in the direction of flow, in kilometres east and north of the centre. */
export const rivers: readonly Water[] = [
  river(
    '府河',
    'river',
    '-9.5,12.2 -7.4,10.2 -5.6,8.6 -4.3,7.2 -3.2,6.0 -2.3,4.9 -1.5,3.7 -0.9,2.75 -0.3,2.35 0.35,2.3 1.0,2.35 1.7,2.2 2.3,1.75 2.55,1.1 2.5,0.4 2.45,-0.3 2.3,-0.9 1.95,-1.35 1.7,-1.55',
  ),
  river('清水河', 'river', '-12.8,0.7 -10.6,0.2 -8.8,-0.9 -7.2,-1.2 -5.8,-0.9 -4.6,-0.75 -3.5,-0.55 -2.6,-0.35'),
  river('南河', 'river', '-2.6,-0.35 -2.1,-0.6 -1.5,-1.0 -0.8,-1.22 0,-1.2 0.7,-1.22 1.2,-1.45 1.7,-1.55'),
  river(
    '锦江',
    'river',
    '1.7,-1.55 2.05,-1.95 2.3,-2.5 2.65,-3.1 2.95,-3.7 2.75,-4.4 2.35,-4.9 2.5,-5.7 2.2,-6.6 1.7,-7.3 1.9,-8.3 1.5,-9.4 1.75,-10.6 1.4,-11.6 1.5,-12.7',
  ),
  river(
    '沙河',
    'stream',
    '-1.4,7.4 -0.4,6.7 0.7,5.7 1.7,5.2 2.6,4.85 3.7,4.6 4.5,3.9 5.1,3.1 5.3,2.2 5.6,1.3 5.5,0.4 5.75,-0.6 5.6,-1.6 5.4,-2.6 4.9,-3.4 4.3,-4.1 3.7,-4.5 2.95,-4.95 2.4,-5.3',
  ),
  river('摸底河', 'stream', '-12.4,4.2 -10,3.4 -8,2.7 -6.3,2.35 -4.9,1.8 -3.9,1.15 -3.2,0.5 -2.75,-0.2'),
  river(
    '东风渠',
    'stream',
    '3.0,12.4 4.6,9.4 6.6,7.1 8.9,5.2 9.6,3.1 9.4,0.8 9.7,-1.4 9.1,-4.2 7.6,-6.6 5.7,-8.9 4.2,-10.8 3.4,-12.6',
  ),
]

const landscapeArea = (name: string, middle: Point, rx: number, ry = rx): LandscapeArea => ({ name, ring: oval(middle, rx, ry) })

export const lakes: readonly LandscapeArea[] = [
  landscapeArea('东湖', [3.98, -4.98], 0.2, 0.15),
  landscapeArea('北湖', [9.6, 8.6], 0.55, 0.42),
  landscapeArea('浣花溪', [-3.55, -0.25], 0.14, 0.09),
  landscapeArea('锦城湖', [-1.9, -10.9], 0.62, 0.4),
  landscapeArea('青龙湖', [10.2, -5.2], 0.5, 0.75),
]

export const parks: readonly LandscapeArea[] = [
  landscapeArea('人民公园', [-0.72, -0.12], 0.28, 0.22),
  landscapeArea('文化公园', [-2.2, 0.22], 0.22, 0.2),
  landscapeArea('浣花溪公园', [-3.5, -0.2], 0.42, 0.32),
  landscapeArea('杜甫草堂', [-3.6, 0.68], 0.3, 0.18),
  landscapeArea('百花潭公园', [-2.35, -0.62], 0.2, 0.12),
  landscapeArea('新华公园', [3.42, 0.62], 0.23, 0.2),
  landscapeArea('望江楼公园', [2.35, -3.0], 0.22, 0.3),
  landscapeArea('东湖公园', [3.95, -4.98], 0.42, 0.32),
  landscapeArea('塔子山公园', [6.0, -1.55], 0.4, 0.36),
  landscapeArea('沙河公园', [5.15, 3.6], 0.32, 0.26),
  landscapeArea('武侯祠', [-1.85, -1.2], 0.3, 0.22),
  landscapeArea('成都动物园', [3.55, 5.35], 0.38, 0.34),
  landscapeArea('熊猫基地', [7.2, 8.1], 0.75, 0.6),
  landscapeArea('北湖公园', [9.6, 8.6], 0.95, 0.8),
  landscapeArea('凤凰山公园', [-0.4, 9.5], 0.7, 0.9),
  landscapeArea('金牛公园', [-5.2, 6.6], 0.4, 0.34),
  landscapeArea('金沙遗址公园', [-4.85, 2.15], 0.28, 0.3),
  landscapeArea('东坡体育公园', [-7.2, 0.7], 0.34, 0.26),
  landscapeArea('江安河公园', [-9.8, -3.6], 0.8, 0.5),
  landscapeArea('锦城公园', [-1.9, -10.9], 1.0, 0.75),
  landscapeArea('三圣花乡', [7.6, -7.9], 0.9, 0.75),
  landscapeArea('青龙湖公园', [10.2, -5.2], 0.85, 1.15),
  landscapeArea('东郊记忆', [6.9, 1.6], 0.25, 0.22),
  landscapeArea('清源公园', [-8.9, 7.0], 0.5, 0.5),
]
