import { createHash } from 'node:crypto'
import type { Registro, Transfer } from '../domain/transfer.ts'

/** What is counted of everything, and of each company. */
export const KINDS = ['empresas', 'credenciais', 'chaves', 'reservas'] as const
export const NUMBERS = ['licredencial', 'pendente', 'usada'] as const

/** What a company has given away: the three numbers that must be equal on both sides of a move. */
export type Balance = Record<(typeof NUMBERS)[number], number>

/** Everything a storage holds, as far as two of them can be compared. */
export interface Survey {
  /** A hash of each thing, by {@link keyOf}. */
  things: Map<string, string>
  empresas: number
  credenciais: number
  /** Guests who have a natural key; keys that lost their guest count for nothing. */
  chaves: number
  reservas: number
  balances: Map<string, Balance>
}

/** Reads a storage from end to end. What it holds twice or nobody can count for is told as {@link Transfer.read} does. */
export async function surveyOf(transfer: Transfer): Promise<Survey> {
  const survey: Survey = {
    ...{ things: new Map(), balances: new Map() },
    ...{ empresas: 0, credenciais: 0, chaves: 0, reservas: 0 },
  }
  for await (const registro of transfer.read()) add(survey, registro)
  return survey
}

/** `credencial 1900000000000` */
export function keyOf(registro: Registro): string {
  switch (registro.kind) {
    case 'empresa':
      return `empresa ${registro.empresa.empresaid}`
    case 'credencial':
      return `credencial ${registro.credencial.credencialid}`
    case 'reserva':
      return `reserva ${registro.reserva.reservaid}`
    default:
      return registro satisfies never
  }
}

/** How many things one survey has and the other has not, or has otherwise. */
export function countChanges(before: Survey, after: Survey): number {
  const keys = new Set([...before.things.keys(), ...after.things.keys()])
  return [...keys].filter((key) => before.things.get(key) !== after.things.get(key)).length
}

/** Tells whether both hold as many of each kind, and each company has given away the same. */
export function isSame(from: Survey, to: Survey): boolean {
  return KINDS.every((kind) => from[kind] === to[kind]) && unequalEmpresas(from, to).length === 0
}

/** The ids of companies whose numbers differ, or that only one of both has. */
export function unequalEmpresas(from: Survey, to: Survey): string[] {
  const empresaids = [...new Set([...from.balances.keys(), ...to.balances.keys()])].sort()
  return empresaids.filter((empresaid) => {
    const [a, b] = [from.balances.get(empresaid), to.balances.get(empresaid)]
    return !a || !b || NUMBERS.some((number) => a[number] !== b[number])
  })
}

function add(survey: Survey, registro: Registro): void {
  survey.things.set(keyOf(registro), createHash('sha256').update(JSON.stringify(registro)).digest('base64'))
  switch (registro.kind) {
    case 'empresa':
      survey.empresas++
      balanceOf(survey, registro.empresa.empresaid).licredencial = registro.empresa.licredencial
      return
    case 'credencial':
      survey.credenciais++
      if (registro.chave !== null) survey.chaves++
      return
    case 'reserva': {
      survey.reservas++
      const { empresaid, estado } = registro.reserva
      if (estado !== 'liberada') balanceOf(survey, empresaid)[estado]++
      return
    }
    default:
      return registro satisfies never
  }
}

function balanceOf({ balances }: Survey, empresaid: string): Balance {
  let balance = balances.get(empresaid)
  if (!balance) balances.set(empresaid, (balance = { licredencial: 0, pendente: 0, usada: 0 }))
  return balance
}
