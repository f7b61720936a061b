/** The first page of everybody, which `/` leads to: every client knows the way there by itself. */
export const homePath = '/wel/index'
/** Name of its item in a new tenant's menu. */
export const homeKey = 'home'
