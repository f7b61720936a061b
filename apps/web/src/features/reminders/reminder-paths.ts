/** Page of one reminder. Source: spec 1, section 2.4. */
export const reminderPath = (pushId: number) => `/activti/detail/${pushId}`
