import { Contato } from './contato'

/** The list to take along, and a note of whose page this is. */
export function MesaFooter({ path, contato }: { path: string; contato: string }) {
  return (
    <section className="levar" aria-labelledby="h-lista">
      <h2 id="h-lista">LISTA DA MESA</h2>
      <a className="botao contorno" href={`${path}/lista`}>
        IMPRIMIR A LISTA
      </a>
      <a className="botao contorno" href={`${path}/lista.csv`}>
        BAIXAR PLANILHA
      </a>
      <p className="nota">
        Quem tem o endereço desta página cuida da mesa. Se ele se espalhou, peça outro à organização:{' '}
        <Contato contato={contato} />
      </p>
    </section>
  )
}
