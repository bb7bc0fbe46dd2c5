import type { TypicalTable } from '../src/station/forecast/learners/typical.ts';

/** The same by the record that was left out. Made by npm run -s typical. */
export const TYPICAL_WITHOUT: Readonly<Record<string, TypicalTable>> = {
  Lyngby: {
    features: '59f31bcee6e814c3',
    heads: {
      'humidity 3 h': {
        theta:
          'sk2x/Gu3nsQVEejRvwE+8o2zwlfjljn8/399JgAAAACjUhwR3ZUAAHDwDN8pEKLho0UfD18eUFEoon9iP/LjErzoiAaTDDIFqgoG+27X/ecBwqsQCs9h6xvpsNkAAAAAl+bL8aUpAADJBGfh+Axa9vvpW/99/zXmmOxIPRLeMurGwpMMNOQX9b8gycxmNqr9gQ5KJTACLdW198PtAAAAABMLtAnmAQAAjwBg2xzkoAY3OmzSq0P+D/fWpyIBw68UOvnoAQAAzvQP85vzbyj4BtcKkN/eDxf2+QQlK2zvAAAAAPbjEwUiQQAALRCqFID31QvJAM8F5esS/AAA+P/IHab9QwJJBHvyyP/bDfq7vwYAAAf6Wvt+GuIHr84=',
        scale: 0.0000140646,
        moments: [1.16, 0.6718, 0.6962],
      },
      'humidity 6 h': {
        theta:
          'G00FMu++usKGC174OQVn+pq1wkjElaEA/3+gFgAAAACfKx0BObgAAKbzb/WrD+X250yxDA4LEEDxyCk7QgI/GtX0tBIQEMsJLP4c7A/gTwop6ecpucbP8Vrc+OAAAAAAxQkU3O8AAACx8OfbQxcF8m/i8w9K5ITs6PJkJnzQKtpFzBAQZNlJ6wUsu8PDH1TtXB3GCHYLqtOA5eryAAAAACHmXeut6QAAmu0Z4Y/8XQWxL/vTqzDZIf/wRxMw9cYoghm6wssJSetL8VwTmM8WA6YMQOOzDLAIM91c5KnzAAAAAH0T2wTdCQAANeZtzsoDCvtTDq7wCCAzDeHraRrD4HkQvNV9E2T7Ff3PCIzo6AIAAHH5hgGhEBfz3OE=',
        scale: 0.00001611,
        moments: [1.423, 0.6265, 0.65],
      },
      'humidity 1 h': {
        theta:
          '0UKx50HP6dgeJJfWAf/t+0jCrUrEtUP7/38JGQAAAADRXPoLDbwAACESAefK/pncBDUmAT0XCEFnso5MF/GuETjqmgrvBwgJ7Ad9+ZMJsdxayZnsE9uy/NwI//QAAAAArwHa7ZkJAABlI5zw9gf5Ah37+/29Fi306eqeKXHPhex26+8Hv/9dAwYNyubvKgb5QhLfMMv7pOoSD5D1AAAAAMkTkhfrHgAAMRDv2cPkPAsxF/Xx4SdyAHTiNh8DxuoEmua++wAAHP/q/hbsbx66/00G7dJAIEnxQwSpLjwLAAAAACDpq/o4LwAAyvh/CIMJAxjmCrsKPe3w/wAAAwI8IRz5FAYbDaH28w3ZEevQlgIAAGfv6/smFNoUXtE=',
        scale: 0.0000130166,
        moments: [0.7922, 0.6247, 0.6444],
      },
      'humidity 12 h': {
        theta:
          'V0M0Ot7PVrdv/nXxq/p+9LHCyzMBgDkGo2foFgAAAACQGDTvM6sAAJTwUvGUGncBhUz1BgMH0B++1KUXif9DIqnubhsNBEEGOuwz5P/qXgkn1xQ8PLp97WIP6u0AAAAAQwiQ6NANAABp/Dfw+wsN6ybtAhae0n74gQMaHUHYht8iyQ0EBuvF8mnRr6sD3V/nyweW/PgMqcyzzp3kAAAAAG3iE+aYAwAAsuSK3yoSbvo3N/7kchbG+cf35f5wGCL29S9Wt0EGxfId5jre6bIORG3eEP4tH+0P3puD8dvpAAAAAE8EWPYfEgAAaMnCxpH9ut9+JWv36A/FCSHsEQH9BUo6ChBPBH0CrvRhAuT/cvkAAFz7oQXCBvoEM/4=',
        scale: 0.0000135011,
        moments: [1.256, 0.4766, 0.4813],
      },
      'humidity 24 h': {
        theta:
          'zTET5svgK+s8/YgHZQKZ/IrqSw0HndYCAAB7/wAAAAA/AGj0/egAABvyBPeeCssCST/x9xwCQPFe5x4IeQeEDaf6i/Lq8ED91RfKN4P44fuT5kwMGvb44AAA2hoAAAAA1g7F/tLWAAAS+RL5aSFG7f4QRPor56foNPubDVrxpPBL7hL5rPkj83n6cvoOAHEBRgZfAw7m1wAAAN/7AAAAALv/EQg9FQAAiPnX/6b97//Y9hrvjQyVL34RZBL8AG8ABQEr60D9YvyyANMLqDorC07/A/fpCiP2AYAAAOzxAAAAAEL9QwQcCQAA6ukj81cAieqsI/0GoPia8T0BUgqMBXgQ5P9C/TAFqgNe/QAABf8AAEX9QQUzCcv9k/g=',
        scale: 0.000013995,
        moments: [0.422, 0.2819, 0.2919],
      },
      'pressure 3 h': {
        theta:
          'iQgW/yDwr9ecBQ7hotm2IdsN+PQVCuf0OyAIHAAAAAD/f/kZ0u0AAI9dh0wbAOArwAUeEtQAsASgDMLm6foUCDQZDg/dAJgCXPaY7IQiue789jDy+wIr9kwPsQIAAAAArwIE/Sj2AADJ/qYKVfTK46X7u/4r/mMATAnaAbT/Qv2zDt0A+AoCAlkjQy6+6fn2bQfNC1cQXfyfFIkEAAAAAEj2uAAk9AAA3QD+C8706PJW7orqigZKBGsqUSVCAfvqqsoR+AAACShnCNz8pDPfCCLrgABJ/XYACgSt1QntAAAAAJcoZ/YI8AAAXwwKBOEAU/9s7sf5sfp9AQAAnQO8/rD9hQjOAK3vUQS7+FH+e/kAABzkkhmE8q7cDRc=',
        scale: 0.0000145962,
        moments: [0.5501, 0.2058, 0.1994],
      },
      'pressure 6 h': {
        theta:
          'bAHzJ+olPc0wCXsBP/DyJtgQAO/gE3f1+AZwBAAAAAD/f0oOw98AAPZRqkPN/rcoPw2ZBPj8Kge6/8jy0foZCL0iKhP5DFAAs+xqzRICyvM6+XryygDoBTka/REAAAAA/P5f+sgDAABU9/cCvftW4/fwSQwF9eL8pf/l+hsEdPvS+fkMmQPX++T/dR2R/FT8/wSL+kD/YgSFFe8IAAAAAJPvNv7QAQAAmvN3CUH6fO1y5pneqAeCCIkh3x3x/Q0Asuo9zVAA1/tk8P4RMe6u/6r1BwgRC+4OK+FkFQ8CAAAAAJH5kAKt9QAABv9iCXHtp/t6/ez/lQM3BC8WBxEm+lPwzN6R+V4CGg0H8eQDOv0AAHvrSSPW+hbd5xU=',
        scale: 0.0000233005,
        moments: [0.9621, 0.4476, 0.4518],
      },
      'pressure 1 h': {
        theta:
          'lRT25vrmfOLuBGjsW842DEANk/arB/n4ywPLJQAAAAD/f74igvkAAIhjxkorA0MtRP9OEdX+4AJFB6vwX/k0BJYQ4AaFAlQE4PijAJQfdwhu+ebr4Pmn9IYH8AgAAAAAUQMK+9b3AAAX+t7+W/VV5IoCPf/8/7ECRg2nCuYAe/01DIUCrQJLAnIIrxqO+6D6oAVXD2sW0f0hCQYJAAAAAEoBCQNE+gAAyAFsC2T8c+/o63nyIQPIBMUW/xXV/170MOXX+QAAWw2SBFnr0CbUHQrvuf39/m4BgAFe6bX4AAAAALArN/Xk7AAAoQ1JCSYB3/pp+Bv+VAA4AAAA+wHr/SUBcQcUAvboH/7Q/3L/APIAAJrv1gvH9Pzqlxs=',
        scale: 0.000008213,
        moments: [0.2168, 0.08589, 0.08197],
      },
      'pressure 12 h': {
        theta:
          'cPodFkUTF/WVDEIDdP45HWUYqeL4IGfqQARiBAAAAAD/fw4Od9cAAJBMnUBR884pz/liHAUCcf9gBPHz2v0KBy0ZkwmKBOv+AfW43fkD/ff0ALP7gP5WEDb/vQAAAAAA0AAN/dwLAADX9xgIZfms3ur0gf/48rn3bQcqAMz9S/am9YoEGvU19s4FMu8YABzxRw3p/mnwvwz/+/n2AAAAAM/zpvbICgAAJu+s/eYbdOnK6F8FrfQpEnoIKAplAT8BJxgX9ev+NfYg8E4IrwKgA2j9lgeXBDIMvN0nDKoPAAAAAI/0BPnU+wAA3PGY+/3o8vV/8JH9uf8kCjYgNhmB8jX0SdiP9J0R3AwG3ZL+mQEAAGIAHyeGCmfgGik=',
        scale: 0.0000280929,
        moments: [1.531, 0.9685, 0.9928],
      },
      'pressure 24 h': {
        theta:
          'mfYVEwAZKQTnEwD+cv5KHfg5DbGBVe7EAACIAQAAAAD/fx0QAr4AAO1IKjL19ZMruurZPMv+bPF3EG8I//5b/noTLgLgAzT7CvD11GYUWP4DCNj14es5DAAABgkAAAAAjgFRDCjoAADjA8EVts/c+/3ll/vnB8H0Q/4c9hf6RQGs0cEVBhSqChQKP/Eq/jcBQezZ60P/dg4AAEMIAAAAAEMPSEHq1gAARQJg6ZAGd/ZKPxCQ3xA/21zm0hfh/Dr/vAUpBDT7E/xT6/YEQwA0A7j77EewI73pqfcAAKcoAAAAAB/1BfYFBwAAxeyqCp0CdcLw1nL4tvjPBpwJXgc+/iwEFRUf9RwGoRDO8gAAqgMAABv7UhWV/5/O8zs=',
        scale: 0.0000200513,
        moments: [1.994, 1.545, 1.64],
      },
      'temperature 3 h': {
        theta:
          'iL533SFzbUn88WxF5POP+d0kH8VRNfgM/3/mQgAAAACJSXcYobAAABDuOAUm/I4OteNUtlntncxDPDLNNhXRCXcYk/Ci9Q/5t/brB/xIShMSAoEDwVfTATnaaLwAAAAAPMIcDRBGAABNB58Unvi3GvIC++qvGPQqOQP53iHUWwscDaL1niNbDxrQCDeCz/0a0BGazDmwljp6/VgKAAAAAGsUygOZxQAA5ecy90QqfO7tFREkY8y+BLsG0trzMz0AygPRBgAAJCu4IOX7Jb7yCcMCJBAb+aIMt/h5K5TXAAAAAJ/b7QB4NgAA0t46/mQEj/IFBCoe1fl3CAAA3frC/0wB7QDq84cQ0/XpIa0rJfcAAHH+qRM8808E2RI=',
        scale: 0.0000142542,
        moments: [1.106, 0.4554, 0.4523],
      },
      'temperature 6 h': {
        theta:
          'Z8NHrV9U+0Yf9O0P4fZF9NIPldjEKy4K/388GAAAAAB1J0AK1dQAAM7flPMkAkL8++ZXz/vmLNmiGPnVpA46C0AK0urr8kT53xMBGEkuLgKC7fbwL07c9VLv8OkAAAAA7OHp+7waAADEG/4X5/XHIi4CGdFPNSAhnwi587Xlawfp++vyeyJwEqjifDEK840OSQJI/LLU1Sv956kIAAAAACf3DfDAqAAAufrmAyUQ6vXRC6klsuLj94oCreunDEDfDfD7RkT5cBK/DoXrxikuAakG1BaC6I3aMi0W3eYAAAAAAMgIVBqWAQAA+ghPEJMPhQKZFYQFluzfBaUMIvT5HFENVBrICHEKdvKpFL0b1PsAAGb/2hgm93IDRx0=',
        scale: 0.0000176183,
        moments: [1.563, 0.5489, 0.5445],
      },
      'temperature 1 h': {
        theta:
          'BMsTFc9B2S593OFAXvXx9h4ewtKXImsJ/3/gNwAAAADRWHMaVMMAAP3hFBKX/dYQduAc4Sz2ItfRQ3zQqxbcBnMa3PAV+On0Mfg7ECENnxv1B5QW80CP+HEB/e4AAAAArdFi/98iAAAj6bwLAgImDpH8BPLt/lEYCwOL273N0/ti/xX4AAMl/rztoR024mcS7wIG0uTboiOiCXoAAAAAAEb4YQw8DgAAEOXAAmkV4gO0JYMTX9wtBpsKW+GCHKUWYQx0+QAArgJBAtATIcVuDaYGBhtq7zcJ7vlgJkvmAAAAANDOsfvcLgAAAPWdAAH54e3T+oH9EfyUAAAAfvlx/NkAsfvS5V8MYfwyINgTL/8AAM0VFvTd/KsMowE=',
        scale: 0.0000133436,
        moments: [0.5912, 0.3546, 0.3535],
      },
      'temperature 12 h': {
        theta:
          'm8MwnwVGYlmFCA0f3wBg/snlV+pzG88W/399FQAAAAAoIlsL4LYAABXaYerTB5Puaev3woHJD+53EYDcVBqEHlsL5fRp/zoFaibZKSglfgZH4g3vWXUm3TYoYu0AAAAAHer1/AQzAABLC9AB/fHVIWkGzOyTUZAg5wYDAo3mL+r1/Gn/oSMOEUswA0gHF3UOcASeKRL6Pyv852P4AAAAAIDGvdKT2gAArw9+HQjrCQ7VB3YeXB9HIHMHtfmRxzvRvdJiWToFDhHbIMARp0FytmgnCviT0Wy7oXn20X0YAAAAADIP4QP/1AAAShtFIIQpBA1xGdYoCPcYCZkUbAUYIEjk4QMyD4QAxNmYGScX7P8AAEH9nQro+u4eRiE=',
        scale: 0.000012302,
        moments: [1.483, 0.5621, 0.5133],
      },
      'temperature 24 h': {
        theta:
          'gdif/kIOxyxl/7n6dP+y+5zQQuApE+YrAAAAAgAAAAC6ChgF++QAADPsxP/uKC34mOtJ7aeo/3/FCFb01haFGBgFOx7DI/UYGBNP4Rr/Mg3pDD7000SiJwAA4BAAAAAAxOrABfL/AAArGDX/KgG5JAoEYQ1RQs05ywjjBaUE7w7ABTX/8fpV/0gM3A5m/a37qfUAKEj/QO8AALv7AAAAACUAGQCEEgAAXvrnF6X1kv3Z+Ehpnv33sob7wutzA17zGQDHLPUY/Ru5KxsYnM2z+Kv+kuHZBLk6iHkAAPQCAAAAAFfz6vv+/AAA6gVV/w8H5hAo/1Al/z+uO04MEAYQwO+76vtX82cIXQKLDgAAIAEAAFkIrgnJ9pIOhjE=',
        scale: 0.00000886612,
        moments: [0.439, 0.363, 0.3636],
      },
    },
  },
  Svartberget: {
    features: '59f31bcee6e814c3',
    heads: {
      'humidity 3 h': {
        theta:
          'oTio9QmrCa21Ef20Fvqy7PXUITVfpRAA/3+uKJIHvBv9UvgOwYQAAEX4a+aGEbXzDyScMwDkZUtTthNP/uZ5EWzxHwyWEk4J8BBG9ZDtqvELxSrtvOCO3o7039kb9bzmf9+b/G0nAAAN+QTbiQsE7dXcHe5u1CTO6uxzIsMNkvDQ75YSj/OG/44Xc9TuJknmExp6KXAKgcjG+3jwKuYx9UQF8xSf7QAALAM81l/ccQfzJ4rWtF45BvnqfCcHw3bvZfJAEwAAYOsQ54UD1UfiCkEOx+OKEUz6mgTlMVvxluocBwLinvNfPQAAJA4wFWjy0ARNC6YEQ/zoFAAAqQacHGsHau/U/4rr6AE6EXLGKACE9Nr5ng8IDXQNgtY=',
        scale: 0.0000137122,
        moments: [1.1, 0.5963, 0.6022],
      },
      'humidity 6 h': {
        theta:
          'lUGdKuDHWsGBFrTynwHM/e/akytCpn4E/38SGysAUgtCJd36/7AAAHn+eAAWBd/8rjRyJKjaAjhl4bsrhgCCGFr2DBaMFH8OPACH6EPkRAoF5Q78Y9WV7U7p092p/j72BgOe7DL+AAAZ+BvuUhGM8BnXRP2/z9PqIvUzCEvpIua17owUyOQj8/0bZtAcCLHn4haHESsFitdD+oX3SOat9pLnWu5s0gAAb/kU7Cb3wAMSFsPZhEg8CSoFnRlr84UJSRZawX8OI/PA+MsJY9LJ+C4DJO3UBjYHXNK/9bL08PuVAYcStRlAAgAAhuNg0IHmp/ElATXxARwu/fzybwi26tAC7dyHEqD5vP2rCxrrzvnY9mP9Nwy0DsoQNeQ=',
        scale: 0.0000165455,
        moments: [1.354, 0.529, 0.5261],
      },
      'humidity 1 h': {
        theta:
          '2joY08W6A8OiKdW54fpK8vba5DB1x9j7/3/BISQRNUEJX8gfZ5kAAE8IWPD0BG/xZCBQKP34Hyqilo5eJ91BBQfvyA0rCqwLHghl+dgbV+3Zz3PSyN7//soCnvsX4vrX+vZH+DIHAACiDOnnHQV473b2e/JI+tDmdN3kM5H9zvbqCSsKKAVMB/IN5/U6MhnzPh1/L8sO39T9CAHu+enc5zwKbR8mIQAA+wvJ2lDe+w9JB7DgYSl7+0vhHjHi1drkkuXtCwAA9/7X/Wf6IDqR/XQRudQ2JXDsLgbpRCIHIOZaAWvXqOwbPQAAqf6tC1gAlAvRELIQVOfTAQAA0wfwJqEFTAP2Ar3nag/FF33hT/Nb8uL1qQow9sD1v9g=',
        scale: 0.0000109811,
        moments: [0.7278, 0.5567, 0.5698],
      },
      'humidity 12 h': {
        theta:
          '3Ds3PTPTlsc8/q7oUfEh8q7TcSQBgAIKi2teItf/XgX8FeDtYJ0AALr7NQMNAhUBHEltFh7WXR5d7Oj2N//TIgfy/SJYBnwJGuh+0nDqZhbZ510e1Mf29iUMGdfO/pb2uQSg7YsDAAB7B8z+9woh92nkjgxrzqf15gg5E+/p9Ors31gGVPQ1AJzYb88Z9CEAsQbqEh8BRdR48uLhJ/W5BonjA+Qn4wAAyvwR5HQLy/5nF8rnRSpH+k76+/I5GvwDrTWWx3wJNQCi8gHjCcduOPPsdfGIDVD+gpMsDWj7bgBdCpQD+Ahi7AAAvNZ/zEHPw/OIEhXwLg+VBkwGoAnA9YYRlu2UA9cAAvzEC7sBc/rJ9BQAZAc5AsQWm/c=',
        scale: 0.000012394,
        moments: [1.17, 0.3843, 0.3562],
      },
      'humidity 24 h': {
        theta:
          'lEBU2M3TaORC+5QGZAQ9+l3qOQIBgM8DAABaA5r/hgWF/ezxxOgAAOf4YPqqBloADDv+HpfrPwGY8GT5egZ8Coj8DvU382oBMR8UKpwBWwiK7DkNufYk6QAA6whTAIz5mQrC90DvAAAiAsDzcfSD+EUGH/d88gjzwAHlDkn5R/eq7MDz+fKW79j3WAGf/zYBRgh8B8P3uf0AADIIB/8g/h4DvQEr7wAAjPZyAVT7ff8J8HH8UQgcFJb9+fqB/n/+Bvto5GoBbQCVA1sOMjqCEvwGLwOJE+PtaIUAAO7eKgEuAiH9Ifqr7wAA0PCW77LyzfYHDhoBoAD5+awErQamAywIegQh/awBtgJK/gAAgPoE/Nn97whJCOUJDPc=',
        scale: 0.000010513,
        moments: [0.2954, 0.1943, 0.2039],
      },
      'pressure 3 h': {
        theta:
          '0Bam4wvykMbVDs/VSbTYQbQWwfC+FU3wJC2WEr8K8uWDJR04hgsAAMFV/39I4M0s0QLbFvn5KAsOBWjn7vRkDMoW0gFHC9YAAQWb/mc4Xuzk8Pvmiv3m6F0Jh/yR+jv99/AoC4UBAAB180IrJAiq3Nb3uPe4AaICi/zz8YYCV/MpFEcL9xySETQhITgK89rlTgF3DokQA/lNCfb3gf5f8zDiKQm36wAAofw7GQPyW/zc8QjpmwgqA6wySTHxBFfxAL0v8gAAjyEeBN3r+k5SEnjV3gQA9nwF3AG58GHg7QZS7swR5wJfFAAA/BqQDobiJwLA7436ugE/AQAAsQau/tH6Lg6y8PfYzxUs5nfpeOhX+dPyAA22AVYNcsM=',
        scale: 0.0000114925,
        moments: [0.5263, 0.2132, 0.2621],
      },
      'pressure 6 h': {
        theta:
          'XwMHJR4xM8I7D8753+MYWKcesuW2LR7tACMl+4wJ2eg0RIwoKBoAALJm/3+Ayz03ixOBEYv+Cg1zA830H/TNDekqrgPiFKX7UPRsvNgO8ucc+inm//8n+C8Jow0l/H37KPPmAGcIAABL5jEZBxEA1bjoNAen+4j9T/Ei4BAHWvas++IU1P4GAcfuSC0T5wT1A/65/KH9Yf10+Tr03fbwAQLkAv/g9wAAGu52Dx/7FeXh3WjL5w1KCpwv1zDp/tD4WuQzwqX7BgGU8Z0d+fISCErzaQOwBZYKyNpRA5AB//+iAn7uOAvJ7wAAqf6uFPDuvA4h+tP1hQZCAb4cARVe+9rzX9B+7tv81x+/4YPj6PHR9JXtNTUWEIAIW9s=',
        scale: 0.0000150586,
        moments: [0.8744, 0.4055, 0.4945],
      },
      'pressure 1 h': {
        theta:
          'UiRMzNXYvMzUBM7m56bTDZcTt/YwCQ/0+x0UIaMBWMly8UFQDQoAAAhE/39a8T0oxPdbDnjz9AmL+jLtWPEaAiQIfApiDcULsQC4HBst0hIq60bj6/cz6TcG1gNd/qD5UPMXCqL9AABZ5dYc9QZP1iEBp/2EBKIJ6wyX/6oEl/YOC2INOhK+DzkKYzDsAfX11wHdEx8VPvx6CHYC9QGe8prqpxC08gAA1evPHVn6vvIQ8TH1iwSNBosnkRl4CVP7VuCmBAAAzg4rBZfLGDOZMgbsO/sK+koMKQGM/T/lsgwu6Z0H8gaIBAAAoxaQEy3trfxZBB4LsA0uAAAAQQ5TA/z/sA0170nNZBKu6dD/edA7+LoJbemNApUp7K8=',
        scale: 0.00000739661,
        moments: [0.2608, 0.148, 0.1708],
      },
      'pressure 12 h': {
        theta:
          '6+xHH7weXPpoFHoEzwUcTEM5KMCvSkLQ9yMD/3kJ8fU3a9UrCCEAAP9/A3+svNJQDPH8NAMJaQ4/B33ndPQIGWMevACsCWH+RfhmsZMD4N1BEG7zZQ8/CqwElAHe+7/y9ugcBhwhAADP3gUs7RikuxD13wTe5iH1vvUr3XoAmusq96wJtPtJ9wMB8q9q4MXf6yWOCvHv7RXV+MX2XtYw3wfgh/aOEAAAhtheEzQcj7/H2hD3XAVaIN0Gzw08ACfrezVc+mH+SffY91oJVAwjBtv6E/Gv8AoRE544BE7rwu7ZAjvqZgoi9AAANffzHWXhAwAN4R76NAcEGKky+CYu9EvpU8o76h4cSCTcyJLuLvo87uH4LnRuOnoOYew=',
        scale: 0.0000134572,
        moments: [1.345, 0.8256, 0.9611],
      },
      'pressure 24 h': {
        theta:
          'yM/gIbEfpR8nHpD9l/v/Pwtk1IWlVaqeAACiCdYqFPwJPmRbNwEAAGVn/3/ywVIzqMmAQRMkMxr29tUUn/7zCE4aVgdlBlEBJ+tttqcXpevtFd3vphANDQAAp/jmA2ULXfsIB7UYAAD/4cUGIwSD8gfref6Y4Ezr5fTt6Kf4dAXNxcUGLwuDD94BGP3h/okFNelGDozgAygAAKT2JCMszGj/DS0aRwAA8wsd0ef7twGCFET3ATZWp9Ik0xD1+YYEzAalH1EBqAAV/Hv1Ac3r1X/aHUJKJyAf7KAAAI/Zx+fR5HbpMvhrBwAAjt2DD3ET+qkUxFLtGQ2oE/8AIghn/ljoBxl26bsUcygi2wAAvQLtJ/7r7xPHG5giSts=',
        scale: 0.00001212,
        moments: [1.775, 1.354, 1.446],
      },
      'temperature 3 h': {
        theta:
          '8dL348hi8kS/9PdBnAIr/WINb89ILQwF/38ZQEz8eRtMTdsLZ6AAAGvz+vr7++wDAfTrqrwkzNhMFurYdhN4CdsLwPzD9xIA8fMTBssuPP+yDx8pM0cuDbDuH7PS83DZg8NeDX48AAAnBy0LwveDGjsRY/gVMkUt0xfL/GbMvQteDcP3zhk7C+rp6Stq5JAgHxWv00e4uUXnAjAENfaZ+pMDSQOfuwAAV/GfB70oEPDUJAgabrgwBfsPGOtIKyAWSQPBAQAAdS8jJZLxg781+pcBuhVK+80QV/y9KavliemsCO/eyg04MAAAYPLK+VcEOPgDBjQd3d5i5AAAKfpY/6/7yg2U78UHRvvFG100KgcyAKr6Pg/t/IDzjuk=',
        scale: 0.0000153527,
        moments: [1.046, 0.4056, 0.3952],
      },
      'temperature 6 h': {
        theta:
          'Mc5muiJGZDT167sWZfTn89n/ut00LpwC/38UIz72cgtYLgQLqLcAAOjs/untAKr7jfEaxl4Quulz+4LnQQ1tCQQLz/Iu95H9fAyCGwEmkPtV6y4KVjy5A5L9xtb6AeDppeM18gweAACLC+4HFf0OEnkJqdvER4QdzhVNEnzkFgY18i73JCW8E0b04CM5DAMLpwkE4t3NBDcs9zMIl+ctAyrofOeyqQAAK/2jBQsd+fyjI10nGr0mAqv+hPF+CvT6fOdkNJH9vBOTD8r1FiJdCZwAYiTjBKLnty6O8gD4ugcnAssKkxpvBwAA3wUZDQMZpwFnG9wD3fTgEEYSfgZDFvgVkxrLCqwJoPq4Es4adwOfAFD7lRDuBjf/Gew=',
        scale: 0.0000171393,
        moments: [1.465, 0.4481, 0.441],
      },
      'temperature 1 h': {
        theta:
          '096yGKg6SS0959VKav/jAocOXtphF+4G/3/ZN+4ISTGuXLcT6agAADPrJQY++0IExPAeyD4Sv+w6MtXG9xVOCLcTFfgV+975K/hLA+QDFAhGD3wpJT7E+JwH8eww5HLU68Yw+uccAAAf848IZf5hGIoHpfpiFCQYwxRo6/bEMP0w+hX7t/+0/fPz5gm05zUOpAXi3P7g4i8MDhL3xffC6HzzAhJuCQAApeuhCdoZKvcWMr0Vwd5PAWwXSO3QEmggAhKV7wAA/QTYA1r+m705BUX65hZx9R8NzvmXM/nvN+4q/pXHBwHUQAAAxPve/QX/n/jP/KP/evY7/QAAEfzQ96b/BwHn3vUBIwzaHU4hwQ6x/8QIfwaH7YXrD+A=',
        scale: 0.0000136328,
        moments: [0.5638, 0.3314, 0.3274],
      },
      'temperature 12 h': {
        theta:
          'isynw3I94TbsDHgkGQEkAc3fpekbLqkGk2yYI9T5EQcaH+oHw5sAAL3rReRkARL16P5ruaL/Yfxw+eUO4RS7F+oH6vVB/GwFEBX0J9geV/vE0RkEWUIi6ucoMuIV+m71b+jH+MAuAADE+T/v9AYQDIH+i+etXJMbgw8GFnzjYO/H+EH83h6yDP0pQSc6AXAB5RDV843l9y1SAif1qfPi+vzT6dz47AAA3wNWESwPMwWLFh0NLe3Q+Un8DQAP1xHb6dzhNmwFsgwZHdAPaSvR1LIRLxhK7uLM/39fCNgM9ArlDUcK0waz4wAAVwouFNRGvvvgJQggMf6VA1UCswVyHxoN0wZHCiL6tvLrEpYN8gFMArj0BwqoCGYSoe8=',
        scale: 0.0000127233,
        moments: [1.359, 0.4302, 0.3831],
      },
      'temperature 24 h': {
        theta:
          'wt9sEGMfeSzBBEj6N/1i+dLV0uFKKksVAABn/30CyArzCsYAbNgAABTuuNy4F//5xwM16r7TazzrBCP1lxAGFsYAKg/wFLcJ1/mp8ff+6fzv968LWiqMGgAA/BEV/W/6COre+vsNAAAgBar4jy5vEfLxB/tPP9sj2w+mCtD8ZQfe+qr4HfWCIUgLPAbQ+cH5fff+JTAAIfIAAA7+LP6991QCbf76HwAAEfmXFjnv8/vzCiwTFtV4EHUR9PneAU72bf55LLcJ0AyhGwgTg+fG+d4A/Ni97z4a/38AAFgC0/f1+9D37P4P/gAAXxKCIY5O3/zJDHQRNR52Di8I9wOu0Y/M7P7Q970DigsgCgAAe/6FAYEBNgdOCFUHN/A=',
        scale: 0.00000903727,
        moments: [0.3006, 0.2378, 0.2501],
      },
    },
  },
  Essen: {
    features: '59f31bcee6e814c3',
    heads: {
      'humidity 3 h': {
        theta:
          'Xz5jDQu6zthlDNDW6wnt8F7bEC3kxd0BZ1ueIX4DVRgVNk8JEKwAAD3svORKEvDxEjQbErT3JHcBgCJIAvX5DMDo6Qs7CU4I6Q8Y8DbRwfFs5KQGW9qr9PnubNQ87Ubg2wLF6bf0AAAP+uHugw4v8Pcd7wuN7B/N3/t+JioEGPaT+TsJdfJX/JUgAOHqH2Po7gzLEv/wu+BVBj3pSOiU9q0bK/CfBgAAVPph2Fntnf/eOjTdTG9z+6LSFQ2q2GoKswp37gAAw/ab9w3ydigo/agJI/afAfPvSQCkHyf4WeiMBJ/5cwTiPQAASwvNBqz+HAZO99P3kfmnCwAAXg4KDuL+AfxPFKX8nvzRC4jTJAjV+hn91PX8DGQFhc0=',
        scale: 0.0000171446,
        moments: [0.9689, 0.5184, 0.5418],
      },
      'humidity 6 h': {
        theta:
          '7T0MMDq8MMO6BI3+sANe903TfC0ZrTUER2xNHfXxwAojOLwDGbkAADvsw+1nFXb1kDZbFLjq/3+vwLJmN/tSGQfkLxGuFEEKuhLn2qvSDgmL8IkeTcyr9uTd8etp/Z3uNA2b0HLbAABZ8xHm/Q8T7IIT+CL04cTyWPNAFeXpqeao7q4UH9zp8jYm/rimGtLmEhuT/+7rBeFfDVvqIt0/9cXyV+KH+QAAyezByKr9tgPFQ9DP3FyqBafqpAou7UEkWB4ww0EK6fJD+KEXf83CAaYF9eRtChsAKdx45rvX0vmYAb0Q3eKXBgAAtvHG1T4E8PgkJJrn/z9p/GbZnPoM8SUYUwG9EFQBJgCAA1bn3QeT/z36oPqEEl4BC+E=',
        scale: 0.0000155741,
        moments: [1.185, 0.4758, 0.5103],
      },
      'humidity 1 h': {
        theta:
          '4zB2/afpUPMvDgbhfP8t+4zoKBuX354CyUKNCsAH0CeoOjgBY9IAAAX5ve/dBpH2ISK4BLz/YDwBgMAjyPjgCSXrrQcfBUIGBQjH83/4JO+R9kv8keRB/GQH8u/v56beOQck7e/uAABcBBX2AQgW+0Ug8QIqBPDgDvcFIUD7ef2CDR8FzgDGArwJC+3wDhLz1APnFEkAcu7MCWT5L/ic8wQfIgZ9BgAAbQFO7fT4ZwbTF2z2rjLN+MXmehFZ603+Svts7wAAr/yj/qr2BRsqAoQCu/QsCPT86/2BE2gMQOW4/n7/C/pxIgAA5QZJ/r0EAgWeAuQB4fX4AAAAIw2VBggCf/p/FP8ETQhrCyHeEgx5/LPzqvqACW4F18g=',
        scale: 0.0000189127,
        moments: [0.6444, 0.4782, 0.4847],
      },
      'humidity 12 h': {
        theta:
          '1Dt/M9Kul6LyAXTzmfzV887d9xoBgCoNxmkEHsruFQUILCP74JIAANjuNufSI2D80lOi74TqlHhx0jlVuP2mHunxYCUoB0QNm/f60Qjcdvfa3iwtS8C45G0PqRBx/pfvsQPJ0Dv0AAAY953oHhsh+IcRexbq2cwBjQYiJn3rSeU81ygHotjN7Ha9P6G34f7vgA6j8ksCDMze8ijY7PMyBnz1KgQP/gAAxNhcwVYVN+sGSgTstDzx6wL3PgZ/B8D/txeXokQNzeyH5QzUEp0PUFPSSP6eE+YKzKZ+79GkkeryBhgGzN7zIAAAJ8kvqnAKgOpRPmTpSjylCkPkJ/rGCjU5WysYBj4DWfqy/SkJlfao/Yb6Jf1UEcURL+0=',
        scale: 0.000010801,
        moments: [1.048, 0.3539, 0.3824],
      },
      'humidity 24 h': {
        theta:
          'uDwo5knd/PDx99kFrwXF+7Dm9w+QhyEKAAAH/Ub2HwXRBdf2at0AAI719uiUD5gBclmQ4qT1gQ2N3wHZqQabEMn9L/Y68zcCYB3fPp/4hASu6ekCSutj2AAAhDfLDVX7uQFE72erAABV9p/yUzsN8pIZCOz43VLg6PqfA9gAuOUW8p/yl/JX7Pz16vmWAtgA5hNn+QPRTQAAANr4Rv2I/RP/JQPmLQAAh/qs96n/tP4f6DHvSBqNN8EDMRwbA/oCnP788DcCcwBmDJsT7UbxCD8H6/qkAazlAYAAAKflD/2U/k78vA50DQAACuxX7JoNZepxO/IFwAbq8vYJLAbxBwAaxPtO/DwGAf54/AAAkv+C/Jj6mgz1DGwGtPM=',
        scale: 0.0000106209,
        moments: [0.3444, 0.2304, 0.233],
      },
      'pressure 3 h': {
        theta:
          'qga455MJytvZC3bmVMywIswO8/ABBzr1zwgOD1Tp0dYiJ8hH5PgAANVf/3/v6cI0v/+QD7wBzA7ZAYAfVvniAdYVSft1AV/6qwWE9SoZBuQN/8b3xv6t8zoJYgLT/5gDbvNNDFAAAAB69gknUPbl7FnyIfs5A64EIAQFCUALuv+YAnUBuQ+xBTAGFyn87x3ynArpBKEB9PW4B7MD4wPE+4HiRv5q9AAAfOTPDNvvoOU74ffmPwcMC5b9dApjAlXordwoAQAATB3nAv7yRzB2C6bm6gJv/FgCiQCy5/vw3ARb8rQRnwBz9wAAXhZrBjL6nvfn+LD+Xv6Y/gAAzgPb94gAhxM68HDmMxI39+AGB+yr+9H7CgT53snhKeE=',
        scale: 0.000012276,
        moments: [0.5614, 0.2245, 0.2457],
      },
      'pressure 6 h': {
        theta:
          'EP2XADo6e85ZEUUFa+BjM7EWYOa3EfLvZPxd/mHV19HMVXc+7+8AAP9/nX6X3b03MgqtCKQISRm2B+BAW/YMBmgquv3lCCP4xQGjzmcGQep1+1L4uQjXC54D1xacCJgGLvHYA4AOAABU6BsZIvnV6iToLAFWD8kKOwIXDGIR8f+b9uUITAR6++rtACaf9Bf3kguxAeT9MAKgClwEgfq2BSXdNvhQBgAAG978ARsAn+Zi2Y3Ys/VsCB4E/Bg9/hTuZ+l7ziP4evs47qgLiOl4/IT3Owng/23/xdmnBoUAeguWC1fq2gDr9gAA9+lJCLfp5gC485n6pAygDPXzsAXL/YjpGeJX6k37UhgP524KDPnX/GnxOR5C4c7Rueo=',
        scale: 0.0000154525,
        moments: [0.9793, 0.4612, 0.4833],
      },
      'pressure 1 h': {
        theta:
          'bRJw4qHv1ORFCOD0rsPHAJAKePiD/oL2KwC0F6Txqshk7XdSdgEAANhA/38I78wmHPueBwT3UAta814Zo/ReAKwLswAnA7UBLP3oBTMc5vzR/Qr2h/vA+GkGLwdV/Lz4WO+4EHkAAABn7DYrmv7Q6nr59fzM/yEGlAd6B7YKKP18ACcDggdDBd39DheXBO33gARSBlwIu/aDBogFEf+58zrmSggT8AAAluA5GPLt7eyU7KH06gmcDj8HewUUDuHyyu/xCQAAFgn4Agvc4xsDJuv2efyK/wQHvwF47Y7sGgmS6uwCkQj39gAAxBhWCTv5kPpsBEUIZwsmAAAAdw+Q/rv9GQ6A667cQQ+EA6v/N90n+L0PN+yj4qL9lOM=',
        scale: 0.00000832577,
        moments: [0.2623, 0.1399, 0.1554],
      },
      'pressure 12 h': {
        theta:
          'OO90+DccZQbQFZAF8vdDJdgd1dQ4JMHhdvqhAGXH/drGaZ02vNoAAP9/8m6G2tE8MfCVI1cMEQ2EAfotfPo/AzYfM/bv/wj+PAIL2nIAju9IBwEC9AXhIMn9ngttC1kGfPCUBEgZAAAb6GEe0P724TPwuvueCF0DXwOrDdIKoPy3+O//jO8S61kOB+e8AjzvgB+fCunoUA+Z9/z8/eqz81jhZfYsEQAAYdmsA/Yrn9Th4joGkvDRJPYHHRGe/7H68xRlBgj+Eut78cT32Qp3+fj7wAdd/bQDP9Ks/90KowWaEkfiU+2m9wAA09C+5+fss/LQ4IH6iQbNI7b7rg6z9n7ea9pH4pUUWQ12w3T5H//7/Or2IzJt8y3OxQA=',
        scale: 0.0000188909,
        moments: [1.589, 1.008, 1.027],
      },
      'pressure 24 h': {
        theta:
          's+FRCAIOcyFgFjH68/iKHg40kK5jVvXAAACqCkDlw+riUT5GXZ4AAOtm/3/06CIomuF1QHQHVx25BUI2Jvtx9lsPRfJ680T4f++W4QkIbvh1GhX+AOZoEAAA8gR/AgkGp/MZBdD6AADI8hEGB96aB1ngPfisDgD3Q/YZAxkK1QuL2hEGpAex9MMImPH6/oMBa+AK70krFQkAABcKwSEZ6u36vfqDGAAA3A5WClrmlgtkV3bGOBIhqMP75PGO+4MFAApzIUT43Pi67ff9HP/i+DTugVXtJhrcJxoAAEke8ft0+6PY5enjCAAAi8Ox9CUGnrqS0JX1rA7KIDz9UQo7/ZXwMQWj2EvsrhWE8QAAHf9bCw7zv+2U95jh1uk=',
        scale: 0.0000183072,
        moments: [2.132, 1.657, 1.7],
      },
      'temperature 3 h': {
        theta:
          'mdVK+9hcHT7X6EFD7O+X/y8PUtu3Ld0Ku2hfLs/xHBwZO/UUo7cAAKfxNwJU+kIAV/GxzSISko/eMgGASxb7CvUUWAA6/jECLejABLsx5hi7AtTyEC1u/ZTsH9Ap26vKjfVFDE8kAAAxCSgAtP6vHtsFz+uDNEs8/gKV14zZlANFDDr+Kg4aBzfV0x4S5NIjDg4F8cX3wykTDrIH3/SV/lgYEO733gAAbAcKGBomdPnqACsMdoKEBpw0nPdWMT4NEO6ZDQAA/B7LFZAE9b/kC9D8eQRK/+4IWf1tJZvn7O3yB1n6jwR/KAAAYOpiABABy/rdAmQcLO2k7AAA8fEn/fX/jwQaCnH9we6lI+sSzfYR9moIIgd08XXynfI=',
        scale: 0.0000153976,
        moments: [0.9328, 0.3494, 0.384],
      },
      'temperature 6 h': {
        theta:
          '0d5m5Ug7eTrS8GYOkPmX+hL/QOnaIncLGV3XEj3uRQluKSUOatAAAOfoSPSg/637WPVe3mr/8q4w8gGA2QxWCyUOgwCs+VoDnfXMEvob/gdB7YjmoCh08uTqNvjJ7j7nav09/VQLAAD5EcYIlQI7FnYKE9y8MwYTkxCH8xvsgP89/az5SBC1B4bo4SvI+7kRBgVJBsX83Rd1CDkDIuajA+v56+ngyAAA6wxFIoQOSfcP+toNvLpdCSUU3PduD6Pn6+l5OloDtQcyCs/o/yC6ArsCKhyu/oj30x+J7HT1S/pMAVIKmwRp/wAAQguHEeMLewIRDgoCedfVDuElMwahF6QNmwRSCmMALPIbEngSWABY9cgBBA8796P36gE=',
        scale: 0.0000199824,
        moments: [1.303, 0.3855, 0.4378],
      },
      'temperature 1 h': {
        theta:
          'uc1DE7A5YSc53y1GJfZM/agRId82LWYGn3I9L48MtEAZZG4YtsUAAFLwTg33+5kFguj65JEIZ7P/fwWO5xmLBm4YHv1sAYD/ne+CFIkRDRyKBUL/qSR19asGvur6wxG6YvUV+1cNAABO9egArvpNFBbydfOEFr8xc/2pyE7Lmf0V+2wBZweiBNTrsx3263UcwAlM5uPyRifdC9L7wem43zMXaAECCAAAZ/aGD2IZ4vauCR0EMal1AK0mZuo0HF4jaAGCDAAA7AeQA24TPr3oB8wABA/f+IP6df6UJbvvZ+DG9qnlkQNGIQAA9/Gw/eT6zfXiAP0Es/3j/QAAQOsc/JICkQP1BtYJGfV7KiIK1Pq89tsjc+Zf/zv4684=',
        scale: 0.0000116169,
        moments: [0.4878, 0.2705, 0.2803],
      },
      'temperature 12 h': {
        theta:
          'IufQ7I1BPj0pAr8ciQQlAILYWgAuGa4WCVlwDdPmJQL5IAALY7cAAPPahPHXAaHz2fix3zXmSr3K4gGAOBT5HQALngkSBs8LjApYHSALpgi34OPf4StV6XcBngrD7l33WP0I/jYgAADXCGP6Tf0JClMV8QEdRy0LsRLU99TnreYI/hIGMBV5CuIhAzNJ/Z4FD//iHXT9+Bp+/zD7oft5/YDwZOXY4AAAwCKRKn7pnBdM/tsIbff5EqkHHvwk5FLFZOU+Pc8LeQpWEnUNaS3G1GcUBwbNBXfvBzjW7YkAYf4hDZEU5fd94AAAvi32RjkXpgTwDGMKpd6UBWQkPhG4FuXz5feRFBj5peUWFAYKj/9O9n8CygDu+E0QkgI=',
        scale: 0.0000148368,
        moments: [1.234, 0.3567, 0.3972],
      },
      'temperature 24 h': {
        theta:
          '79scGF8xqiwD/Jj73f92++ehX/QtJr1GAABb9wzrYwltG/kF388AAA/WT9p2MIXxO/3m0TGM/3/N8lvCCSOZJvkFzSkmMqglGxhq12juGwN8BIsBfjxMKwAAsxaS24fxJPJzC2z4AABtE6AJUeVUEE8owjvrUEQ9sRTG/i35cRxzC6AJFQPTM3wTXhiv9XX79+3OOszfAe8AAN79LA7h+I/zEP/QGgAA4esfK+bqCPvs6N1Zr/OTzz4SShR+AHLwEP+qLKgllSqSNWoN/dbH8AACSscUEJRgMjwAABsYxf2SAxH+luZ29gAAqzrTM1ACmiyqFYA3AEDiMVAZHQuatfuKluYR/gwBJwHXDAAAPgFv7dMOPwyE+LQL3RU=',
        scale: 0.00000627948,
        moments: [0.3696, 0.2983, 0.3024],
      },
    },
  },
};
