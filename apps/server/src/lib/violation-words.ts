/** What the product does by itself when a violation begins, as it stands in the violation. */
const actionWords = {
  recorded: ['记录', '記錄', 'Recorded'],
  readAloud: ['语音提醒', '語音提醒', 'Read aloud'],
  recordedAndReadAloud: ['记录、语音播报', '記錄、語音播報', 'Recorded, read aloud'],
  recordedAndTexted: ['记录、短信', '記錄、簡訊', 'Recorded, text message'],
  recordedReadAloudAndTexted: ['记录、语音播报、短信', '記錄、語音播報、簡訊', 'Recorded, read aloud, text message'],
} as const

export const actions = Object.keys(actionWords) as (keyof typeof actionWords)[]

/** What rules and their violations say. */
export const violationWords = {
  ...actionWords,
  violationText: [
    '【环卫】{object} {event}，{time}，{position}',
    '【環衛】{object} {event}，{time}，{position}',
    '[Huanwei] {object}: {event}, {time}, {position}',
  ],
  noTexts: ['没有配置短信服务，不能发送短信', '沒有設定簡訊服務，不能傳送簡訊', 'No service for text messages is set up'],
  mayNotJudge: [
    '{what} 没有处理违章的权限，收不到通知',
    '{what} 沒有處理違章的權限，收不到通知',
    '{what} may not judge violations and would not be told',
  ],
} as const
