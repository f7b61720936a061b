import type { ConditionKind } from '@huanwei/contract/rules/codes'
import type { Words } from './words.ts'

/** What a rule looks at; the screens say the same. */
export const conditionWords: Readonly<Record<ConditionKind, Words>> = {
  speeding: ['超速', '超速', 'Speeding'],
  outOfArea: ['驶出围栏', '駛出圍欄', 'Out of the area'],
  inArea: ['驶入禁区', '駛入禁區', 'In a forbidden area'],
  offRoute: ['偏离路线', '偏離路線', 'Off the route'],
  parked: ['停车超时', '停車逾時', 'Parked too long'],
  idling: ['怠速超时', '怠速逾時', 'Idling'],
  fatigue: ['疲劳驾驶', '疲勞駕駛', 'Fatigue'],
  offHours: ['非时段行驶', '非時段行駛', 'Moving off hours'],
  terminalAlarm: ['终端报警', '終端報警', 'Alarm of the terminal'],
  activeSafety: ['主动安全报警', '主動安全報警', 'Driving assistant'],
  offline: ['离线', '離線', 'Offline'],
  absent: ['脱岗', '脫崗', 'Absent'],
  staying: ['滞留', '滯留', 'Staying'],
  late: ['迟到', '遲到', 'Late'],
  leavingEarly: ['早退', '早退', 'Leaving early'],
  sos: ['求助', '求助', 'SOS'],
  lowBattery: ['电量低', '電量低', 'Low battery'],
  reading: ['读数超限', '讀數超限', 'Reading'],
  overflow: ['满溢', '滿溢', 'Overflow'],
  flow: ['人流过多', '人流過多', 'Many people'],
}

/** Alarm bits of a terminal. Source: spec 4, IV.4. */
export const alarmWords: Readonly<Record<number, Words>> = {
  0: ['紧急报警', '緊急報警', 'SOS'],
  1: ['超速', '超速', 'Overspeed'],
  2: ['疲劳驾驶', '疲勞駕駛', 'Fatigue driving'],
  3: ['危险预警', '危險預警', 'Danger warning'],
  4: ['定位模块故障', '定位模組故障', 'GNSS module fault'],
  5: ['定位天线断开', '定位天線斷開', 'GNSS antenna cut'],
  6: ['定位天线短路', '定位天線短路', 'GNSS antenna short'],
  7: ['主电源欠压', '主電源欠壓', 'Main power low'],
  8: ['主电源掉电', '主電源掉電', 'Main power lost'],
  9: ['显示屏故障', '顯示幕故障', 'Display fault'],
  10: ['语音模块故障', '語音模組故障', 'Speech module fault'],
  11: ['摄像头故障', '攝影機故障', 'Camera fault'],
  12: ['道路运输证 IC 卡故障', '道路運輸證 IC 卡故障', 'IC card reader fault'],
  13: ['超速预警', '超速預警', 'Overspeed warning'],
  14: ['疲劳驾驶预警', '疲勞駕駛預警', 'Fatigue warning'],
  15: ['违规行驶', '違規行駛', 'Illegal driving'],
  16: ['胎压预警', '胎壓預警', 'Tyre pressure warning'],
  17: ['右转盲区异常', '右轉盲區異常', 'Right-turn blind zone'],
  18: ['当天驾驶超时', '當天駕駛超時', 'Day driving time exceeded'],
  19: ['超时停车', '超時停車', 'Parking time exceeded'],
  20: ['进出区域', '進出區域', 'Area entered or left'],
  21: ['进出路线', '進出路線', 'Route entered or left'],
  22: ['路段行驶时间异常', '路段行駛時間異常', 'Section driving time'],
  23: ['路线偏离', '路線偏離', 'Off the route'],
  24: ['车速传感器故障', '車速感測器故障', 'Speed sensor fault'],
  25: ['油量异常', '油量異常', 'Abnormal fuel'],
  26: ['车辆被盗', '車輛被盜', 'Stolen'],
  27: ['非法点火', '非法點火', 'Illegal ignition'],
  28: ['非法位移', '非法位移', 'Illegal displacement'],
  29: ['碰撞预警', '碰撞預警', 'Collision warning'],
  30: ['侧翻预警', '側翻預警', 'Rollover warning'],
  31: ['非法开门', '非法開門', 'Illegal door opening'],
}

/** Alarms of a driving assistant, by the addition that carries them. Source: spec 4, IV.6. */
export const safetyWords: Readonly<Record<number, Readonly<Record<number, Words>>>> = {
  100: {
    1: ['前向碰撞', '前向碰撞', 'Front collision'],
    2: ['车道偏离', '車道偏離', 'Lane departure'],
    3: ['车距过近', '車距過近', 'Too close'],
    4: ['行人碰撞', '行人碰撞', 'Pedestrian'],
    5: ['频繁变道', '頻繁變道', 'Frequent lane change'],
    6: ['道路标识超限', '道路標識超限', 'Road sign'],
    7: ['障碍物', '障礙物', 'Obstacle'],
    16: ['道路标志识别', '道路標誌識別', 'Road sign recognition'],
    17: ['主动抓拍', '主動抓拍', 'Active capture'],
  },
  101: {
    1: ['疲劳驾驶', '疲勞駕駛', 'Fatigue'],
    2: ['接打电话', '接打電話', 'Phone'],
    3: ['抽烟', '抽菸', 'Smoking'],
    4: ['分神驾驶', '分神駕駛', 'Distracted'],
    5: ['驾驶员异常', '駕駛員異常', 'Abnormal driver'],
    16: ['自动抓拍', '自動抓拍', 'Automatic capture'],
    17: ['驾驶员变更', '駕駛員變更', 'Driver change'],
  },
  103: {
    1: ['后方接近', '後方接近', 'Behind'],
    2: ['左后方接近', '左後方接近', 'Behind on the left'],
    3: ['右后方接近', '右後方接近', 'Behind on the right'],
  },
  102: {
    1: ['胎压过高', '胎壓過高', 'Pressure too high'],
    2: ['胎压过低', '胎壓過低', 'Pressure too low'],
    3: ['胎温过高', '胎溫過高', 'Too hot'],
    4: ['传感器异常', '感測器異常', 'Sensor fault'],
    5: ['胎压不平衡', '胎壓不平衡', 'Uneven pressure'],
    6: ['慢漏气', '慢漏氣', 'Slow leak'],
    7: ['电池电量低', '電池電量低', 'Low battery'],
  },
}

/** What a rule of a facility compares. */
export const metricWords: Readonly<Record<'ammonia' | 'hydrogenSulphide' | 'temperature' | 'humidity', Words>> = {
  ammonia: ['氨气', '氨氣', 'Ammonia'],
  hydrogenSulphide: ['硫化氢', '硫化氫', 'Hydrogen sulphide'],
  temperature: ['温度', '溫度', 'Temperature'],
  humidity: ['湿度', '濕度', 'Humidity'],
}

export const weekdayWords: Readonly<Record<number, Words>> = {
  1: ['周一', '週一', 'Mon'],
  2: ['周二', '週二', 'Tue'],
  3: ['周三', '週三', 'Wed'],
  4: ['周四', '週四', 'Thu'],
  5: ['周五', '週五', 'Fri'],
  6: ['周六', '週六', 'Sat'],
  7: ['周日', '週日', 'Sun'],
}
