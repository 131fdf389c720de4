import { newestFirst } from '../../domain/historico.ts'
import { createPainel, type Painel } from '../painel.ts'
import type { MemoryStore } from './store.ts'

/** What is stored, as the board has it: made anew each time it is asked for. */
export function painelOf(store: MemoryStore): Painel {
  const painel = createPainel()
  for (const [credencialid, credencial] of store.credenciais) painel.putCredencial(credencialid, credencial)
  for (const chave of store.chaves.values()) painel.putChave(chave)
  for (const reserva of store.reservas.values()) painel.putReserva(reserva)
  for (const entrada of store.entradas.values()) painel.putEntrada(entrada)
  for (const [credencialid, desistencia] of store.desistencias)
    painel.putDesistencia(credencialid, desistencia)
  for (const [empresaid, stored] of store.empresas) painel.putEmpresa(empresaid, { ...stored, empresaid })
  for (const mesa of store.mesas.values()) painel.putMesa(mesa)
  for (const linha of [...store.historico.values()].sort(newestFirst).reverse()) painel.putLinha(linha)
  return painel
}
