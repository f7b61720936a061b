import { type LngLat, type Point, toLngLat, toPlane } from './geometry.ts'
import { nearestNode, streetNetwork } from './streets.ts'

/** A team and the zone it works in, an ellipse: `centre` in kilometres from the city's centre, `reach` its half axes in kilometres. */
export type Team = { company: string; name: string; centre: Point; reach: Point }

/** Reads entries of the form `name east,north reach`, in kilometres. */
const read = (company: string, ...entries: string[]): Team[] =>
  entries.map((entry) => {
    const [name = '', position = '', size = '2'] = entry.split(' ')
    const [east = 0, north = 0] = position.split(',').map(Number)
    return { company, name, centre: [east, north], reach: [Number(size), Number(size) * 0.9] }
  })

/** The teams of the city's sanitation, by company; always the same. */
export const teams: readonly Team[] = [
  ...read('锦江区环卫公司', '春熙路作业队 1.5,-0.3 1.5', '牛市口作业队 3.8,-1.8 1.7', '三圣乡作业队 6.6,-5.8 2.4'),
  ...read('青羊区环卫公司', '宽窄巷子作业队 -1.4,0.8 1.5', '草堂作业队 -4.2,0.5 1.7', '光华作业队 -7.4,1.4 2.2'),
  ...read('金牛区环卫公司', '荷花池作业队 0.6,4.2 1.8', '茶店子作业队 -4.3,4.7 1.9', '九里堤作业队 -1.8,6.8 2'),
  ...read('武侯区环卫公司', '玉林作业队 -0.6,-3.3 1.8', '双楠作业队 -3.6,-2.4 1.8', '簇桥作业队 -6.4,-5.6 2.3'),
  ...read('成华区环卫公司', '建设路作业队 4.1,1.8 1.7', '万年场作业队 6.4,0.4 2', '龙潭寺作业队 7.6,5 2.4'),
  ...read('高新区环卫公司', '金融城作业队 1,-7.6 2.2', '大源作业队 -1.7,-9.4 2.4', '中和作业队 3.6,-9.4 2.4'),
]

/** Townships at the city's edge and their villages; a township's suction trucks work in all its villages. */
export const townships: readonly (Team & { villages: readonly string[] })[] = [
  ...read('农厕', '文家镇 -10,1.2 2.6').map((team) => ({ ...team, villages: ['大同村', '马厂村', '红碾村'] })),
  ...read('农厕', '土桥镇 -7.4,7.6 2.6').map((team) => ({ ...team, villages: ['土桥村', '杨柳村', '高家村'] })),
  ...read('农厕', '天回镇 3,9 2.6').map((team) => ({ ...team, villages: ['天回村', '白塔村', '石门村'] })),
  ...read('农厕', '保和镇 9,1.4 2.6').map((team) => ({ ...team, villages: ['和平村', '杨柳店村', '天鹅村'] })),
]

const corners = 28

/** The border of a team's zone as a convex ring of WGS-84 points, not closed. */
export const zoneRing = ({ centre: [x, y], reach: [rx, ry] }: Team): LngLat[] =>
  Array.from({ length: corners }, (_, n) => {
    const angle = (n / corners) * 2 * Math.PI
    return toLngLat([x + Math.cos(angle) * rx, y + Math.sin(angle) * ry])
  })

/** True when a position is in a team's zone, scaled by `share` (below 1: with a distance to the border). */
export const isInZone = ({ centre, reach }: Team, lng: number, lat: number, share = 0.99): boolean => {
  const [x, y] = toPlane(lng, lat)
  return Math.hypot((x - centre[0]) / reach[0], (y - centre[1]) / reach[1]) <= share
}

/** The street node at which a team's vehicles park. */
export const depotOf = ({ centre }: Team): number => nearestNode(streetNetwork(), ...toLngLat(centre))
