import { describe, test } from 'vitest'
import { acessoPaymentCases } from './acesso-payment.cases.ts'
import { acessoCases } from './acesso.cases.ts'
import { balancoCases } from './balanco.cases.ts'
import { buscaCases } from './busca.cases.ts'
import { checkCases } from './check.cases.ts'
import { claimLimitsCases } from './claim-limits.cases.ts'
import { claimCases } from './claim.cases.ts'
import { closingCases } from './closing.cases.ts'
import { conviteRotuloCases } from './convite-rotulo.cases.ts'
import { conviteCases } from './convite.cases.ts'
import { correctCases } from './correct.cases.ts'
import { demandsCases } from './demands.cases.ts'
import { credencialListCases } from './credencial-list.cases.ts'
import { desistenciaBesideActsCases } from './desistencia-beside-acts.cases.ts'
import { desistenciaGuardadaCases } from './desistencia-guardada.cases.ts'
import { desistenciaCases } from './desistencia.cases.ts'
import { empresaFindCases } from './empresa-find.cases.ts'
import { empresaActsCases } from './empresa-acts.cases.ts'
import { empresaListCases } from './empresa-list.cases.ts'
import { entradaActsCases } from './entrada-acts.cases.ts'
import { entradaCases } from './entrada.cases.ts'
import { entradaFollowsCases } from './entrada-follows.cases.ts'
import { envioCases } from './envio.cases.ts'
import { equipeRevokedCases } from './equipe-revoked.cases.ts'
import { equipeCases } from './equipe.cases.ts'
import { etiquetaCases } from './etiqueta.cases.ts'
import { erasureCases } from './erasure.cases.ts'
import { eventoActsCases } from './evento-acts.cases.ts'
import { eventoCases } from './evento.cases.ts'
import type { ContractCase, Harness } from './harness.ts'
import { historicoCases } from './historico.cases.ts'
import { holdCases } from './hold.cases.ts'
import { importRowsCases } from './import-rows.cases.ts'
import { importCases } from './import.cases.ts'
import { linkCases } from './link.cases.ts'
import { mergeLinkCases } from './merge-link.cases.ts'
import { mergeCases } from './merge.cases.ts'
import { mesaFechadaCases } from './mesa-fechada.cases.ts'
import { mesaLugaresCases } from './mesa-lugares.cases.ts'
import { mesaCases } from './mesa.cases.ts'
import { moveCases } from './move.cases.ts'
import { outroEventoCases } from './outro-evento.cases.ts'
import { painelListedCases } from './painel-listed.cases.ts'
import { painelRepetidosCases } from './painel-repetidos.cases.ts'
import { painelSearchCases } from './painel-search.cases.ts'
import { painelCases } from './painel.cases.ts'
import { planilhaCases } from './planilha.cases.ts'
import { portaToldCases } from './porta-told.cases.ts'
import { portaCases } from './porta.cases.ts'
import { procedenciaCases } from './procedencia.cases.ts'
import { registerAtOnceCases } from './register-at-once.cases.ts'
import { registerEmpresaCases } from './register-empresa.cases.ts'
import { registerIdsCases } from './register-ids.cases.ts'
import { registerTelefoneCases } from './register-telefone.cases.ts'
import { registerCases } from './register.cases.ts'
import { removeCases } from './remove.cases.ts'
import { secondKeyCases } from './second-key.cases.ts'
import { transferAgainCases } from './transfer-again.cases.ts'
import { transferCases } from './transfer.cases.ts'

/** Everything an adapter must do, on a fresh storage each time. */
export const contractCases: ContractCase[] = [
  ...empresaFindCases,
  ...claimCases,
  ...claimLimitsCases,
  ...holdCases,
  ...registerCases,
  ...registerIdsCases,
  ...registerEmpresaCases,
  ...registerTelefoneCases,
  ...registerAtOnceCases,
  ...closingCases,
  ...acessoCases,
  ...acessoPaymentCases,
  ...empresaListCases,
  ...empresaActsCases,
  ...importRowsCases,
  ...credencialListCases,
  ...correctCases,
  ...removeCases,
  ...checkCases,
  ...buscaCases,
  ...importCases,
  ...procedenciaCases,
  ...moveCases,
  ...mergeCases,
  ...mergeLinkCases,
  ...linkCases,
  ...secondKeyCases,
  ...conviteCases,
  ...conviteRotuloCases,
  ...mesaFechadaCases,
  ...desistenciaCases,
  ...envioCases,
  ...etiquetaCases,
  ...desistenciaBesideActsCases,
  ...desistenciaGuardadaCases,
  ...mesaLugaresCases,
  ...mesaCases,
  ...equipeCases,
  ...equipeRevokedCases,
  ...entradaCases,
  ...entradaActsCases,
  ...entradaFollowsCases,
  ...historicoCases,
  ...painelCases,
  ...painelSearchCases,
  ...painelListedCases,
  ...painelRepetidosCases,
  ...portaCases,
  ...portaToldCases,
  ...planilhaCases,
  ...erasureCases,
  ...eventoCases,
  ...eventoActsCases,
  ...balancoCases,
  ...outroEventoCases,
  ...demandsCases,
  ...transferCases,
  ...transferAgainCases,
]

/** Runs the one suite, or the cases of a part of it, against an adapter. */
export function reposContract(name: string, open: () => Promise<Harness>, cases = contractCases): void {
  describe(`repositories on ${name}`, () => {
    for (const contractCase of cases) {
      test(contractCase.name, async () => {
        const harness = await open()
        try {
          await contractCase.run(harness)
        } finally {
          await harness.close()
        }
      })
    }
  })
}
