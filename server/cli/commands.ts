import { chooseCommand } from './cli.ts'
import { exportCommand, removeCommand } from './credenciais.ts'
import { importCommand, listCommand } from './empresas.ts'
import { inviteCommand, reconnectCommand, listEquipeCommand, revokeCommand } from './equipe.ts'

/** `npm run empresas -- …` */
export const empresas = chooseCommand(
  `Uso:
  npm run empresas -- importar ARQUIVO.csv [--parcial] [--saida LINKS.csv [--sobrescrever]]
      Traz as empresas de uma planilha: nome e icredencial (total de convites) são obrigatórias.
      Sem empresaid, vale a empresa com o mesmo nome e cnpj; se não houver, é criado um empresaid que ninguém adivinha.
      Com algum erro nada é gravado; --parcial grava as linhas sem problema.
      --saida grava os links de todas as empresas em uma planilha.
  npm run empresas -- listar [--mesas]
      Mostra os convites de cada empresa e o link para enviar a ela; --mesas, o do painel de quem cuida da mesa.`,
  {
    importar: importCommand,
    listar: listCommand,
  },
)

/** `npm run credenciais -- …` */
export const credenciais = chooseCommand(
  `Uso:
  npm run credenciais -- exportar ARQUIVO.csv [--sobrescrever]
      Grava todas as credenciais em uma planilha.
  npm run credenciais -- excluir CREDENCIAL [--devolver] [--sim]
      Apaga a credencial; --devolver devolve o convite à empresa; --sim não pergunta.`,
  {
    exportar: exportCommand,
    excluir: removeCommand,
  },
)

/** `npm run equipe -- …` */
export const equipe = chooseCommand(
  `Uso:
  npm run equipe -- convidar NOME --papel organizacao|porta
      Mostra o link, o código e o QR que põem um navegador na equipe: servem uma vez, por 30 minutos.
  npm run equipe -- listar
      Mostra quem está na equipe, quando foi visto, e os convites abertos.
  npm run equipe -- revogar APARELHO [--sim]
      Tira um navegador da equipe; --sim também o último da organização.
  npm run equipe -- reconectar APARELHO
      Convida a mesma pessoa de novo; o navegador que ela tinha sai.`,
  {
    convidar: inviteCommand,
    listar: listEquipeCommand,
    revogar: revokeCommand,
    reconectar: reconnectCommand,
  },
)
