import type { Answer } from './answer.ts'

const REASONS = {
  400: 'O envio não foi entendido.',
  403: 'O envio não veio de uma página deste site.',
  404: 'Este aparelho não está pareado.',
  408: 'O envio não chegou a tempo.',
  413: 'O envio é grande demais.',
  415: 'O envio não é JSON.',
} as const

/** Refuses what a script of ours sent: a sentence as JSON, which nobody keeps. */
export function problem(status: keyof typeof REASONS): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: Buffer.from(JSON.stringify({ erro: REASONS[status] })),
  }
}
