import { path, toLngLat } from './geometry.ts'

export type Landmark = { name: string; class: 'landmark' | 'station' | 'neighbourhood'; lng: number; lat: number }

/** Reads entries of the form `name east,north`, in kilometres from the centre. */
const read = (kind: Landmark['class'], ...entries: string[]): Landmark[] =>
  entries.map((entry) => {
    const [name = '', pair = ''] = entry.split(' ')
    const [lng, lat] = toLngLat(path(pair)[0] ?? [0, 0])
    return { name, class: kind, lng, lat }
  })

/** Well-known points for orientation. */
export const landmarks: readonly Landmark[] = [
  ...read(
    'landmark',
    '天府广场 0.05,-0.02',
    '春熙路 1.45,0.05',
    '宽窄巷子 -1.2,1',
    '文殊院 0.75,1.75',
    '锦里 -1.65,-1.25',
    '九眼桥 2.2,-2.2',
  ),
  ...read(
    'landmark',
    '合江亭 1.75,-1.5',
    '太古里 1.85,-0.2',
    '四川大学 1.9,-2.6',
    '电子科技大学 3.6,2.4',
    '西南交通大学 -1.6,5.2',
    '环球中心 0.9,-9.6',
  ),
  ...read('landmark', '339电视塔 2.85,0.9', '省体育馆 0,-2.75', '华西医院 -0.4,-1.9'),
  ...read('station', '火车北站 0.75,4.75', '火车南站 0.2,-5.6', '火车东站 7.2,-2.9', '火车西站 -8.1,2.9'),
  ...read(
    'neighbourhood',
    '牛市口 3.8,-1.75',
    '双桥子 4.7,-0.2',
    '建设路商圈 4.1,1.6',
    '驷马桥 2.1,4.6',
    '万年场 5.6,0.6',
    '沙河堡 5.1,-2.9',
  ),
  ...read(
    'neighbourhood',
    '三圣乡 7.4,-6.9',
    '龙潭寺 8.6,5.7',
    '荷花池 0.9,4.1',
    '九里堤 -1.9,5.9',
    '茶店子 -4.3,4.7',
    '营门口 -2.9,3.5',
  ),
  ...read(
    'neighbourhood',
    '光华村 -5.3,1.4',
    '草市街 0.4,1.7',
    '双楠 -3.5,-2.2',
    '红牌楼 -3.9,-3.6',
    '簇桥 -6.6,-5.7',
    '玉林 -0.7,-3.3',
  ),
  ...read(
    'neighbourhood',
    '桐梓林 0.3,-4.6',
    '棕北 1.1,-2.9',
    '天仁路 0.9,-6.6',
    '金融城 1,-7.4',
    '大源 -1.7,-9.6',
    '中和 3.5,-9.3',
  ),
  ...read(
    'neighbourhood',
    '苏坡 -7.4,0.3',
    '文家 -10.4,1.1',
    '天回镇 2.9,9.7',
    '土桥 -7.6,8.2',
    '保和 8.3,1.2',
    '柳江 5.4,-6.7',
    '青龙场 3.7,6.9',
  ),
]
