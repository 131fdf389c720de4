import { newestFirst } from '../../domain/historico.ts'
import { createBoard, type Board } from '../board.ts'
import type { MemoryStore } from './store.ts'

/** What is stored, as the board has it: made anew each time it is asked for. */
export function boardOf(store: MemoryStore): Board {
  const board = createBoard()
  for (const [credencialid, credencial] of store.credenciais) board.putCredencial(credencialid, credencial)
  for (const chave of store.chaves.values()) board.putChave(chave)
  for (const reserva of store.reservas.values()) board.putReserva(reserva)
  for (const entrada of store.entradas.values()) board.putEntrada(entrada)
  for (const [credencialid, desistencia] of store.desistencias)
    board.putDesistencia(credencialid, desistencia)
  for (const [empresaid, stored] of store.empresas) board.putEmpresa(empresaid, { ...stored, empresaid })
  for (const { empresaid, fechada } of store.mesas.values()) board.putFechada(empresaid, fechada)
  for (const feito of [...store.historico.values()].sort(newestFirst).reverse()) board.putFeito(feito)
  return board
}
