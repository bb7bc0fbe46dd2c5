import type { TypicalTable } from './typical.ts';

/** Model of a typical station, from the development records, each with equal weight. Made by npm run -s typical. */
export const TYPICAL: TypicalTable = {
  features: '59f31bcee6e814c3',
  heads: {
    'humidity 3 h': {
      theta:
        'TEVV/dutTr4yEdzK8gOm7p3O6TzupwcA/385KAYA8xjKT2UNkZMAAB3vtuD/EnnsTDbyGbf/hmITknRhu+7WERfprQjzDGMG1hJh+PjVWuztx/8BlNzs6Ynr6NSi8hTnOuuF8QMcAAAb/wPkhw398eDuJQLC5KXLcPR6OpP23e2P3vMMBuqL+DYiS9M2LA7uvBIiIwwCkNImASbtFd8S8jgT3QXD/gAAb/6T1YHhVgXsNm/XsWX9AVTgjSnCxDsEhvg6/gAA9/Ig8RPzZTJ+BJcLGufICs/1pgKPLszxjuyIB/vmpP6lQgAAUQ6sEYD3NwjW/1cA0/JuCgAAhgZfGX8CHPhNCcT0qP/rDonCfQUh+nr67v28EzUIbNA=',
      scale: 0.0000140137,
      moments: [1.077, 0.5955, 0.6134],
    },
    'humidity 6 h': {
      theta:
        'JkJTMLHAiML/Cr75sgOs+XLPkjGVpAMD/3/0GZP3hQkeLqD+1bYAAFT1rfXUDQH4WjsKFZrvak9hyO46Nf9aGoPvABREETwKWwMY5QjcTwq+6Z8Wws+y82DiM+Tg++j01QcF3jj1AAA09knmFxNf7xTpuxSF05XmhviBGzzfkd+r30QRnN+F8MUlWsbNFazpBxsnCSABZNmS94Dz095s9l3s8+n35gAAlfJg3VP7JwWbLK/ViktWEMT7yhfq8HwbPxiIwjwKhfBp9WIS49HC/k0Gr+bfCl4JjtjC6NvrqPF0/WgUcwOXCQAAeekv0Gz38PegCwzwtScx/QLw/hC56HINueFoFN39Ev1YCGXn+gG+/UH6TAIoEUIA9eU=',
      scale: 0.0000161376,
      moments: [1.321, 0.5438, 0.5621],
    },
    'humidity 1 h': {
      theta:
        'skA14oPHVtK0IFPOs/+k93XWzzQOwlD//3/3GTMICDYdX3cMQ7QAAHACCuv4BFPrxithCy4Ik0P+gsJfZu1xDvnmRApZB40IuQ0s+pAGb+Pn0gTpP+FN+0AI2PHw5+feT/7A7XgCAAA0FAfxjQhd/GcCpf5zCcThXOgtPJDld/Ma/lkH3/8uAw8SuOmbJvjzmhFrLNQFneLoDl/0Nu8O7VkZ0hXgGQAAWget3M/lIQsAFUrweTQ19wrhrjArzzj3aehF+QAAy/1X/jnvKSi9/0oIfNuDGhP1KgHlMtkLNuUZAwPnC/VOMwAAdQFYBXMFSw46CtUJdukMAQAAzwiOGqkAb/4TDur4IA5mE3fUGATF+g3v5P6zCQ4G8Mo=',
      scale: 0.0000121761,
      moments: [0.7214, 0.5532, 0.5663],
    },
    'humidity 12 h': {
      theta:
        'fz0VP8bJULdj/53wAvm88zLTOSQBgKYJ7HDNHJH1KAQsHgjxc54AAJz03vKiFRn/1kmjBIfshTUU1n8KDP9xI6nvdiW7BfAJ7Oyf2fbjxgjw3o8spcAH7xcQV+4o+gn0QwSW49ADAACI/77zcw8K9Mrx1xfPxab1Ug77Hh/gh+LS0rsFau1r9yLQ77X/4+/yqwgCAq8Iqs6u5d3ejvd9BSHmlOrL9wAAkewt2iAPJfnWM5jpQyrV9lL1s/gkFWD8SixQt/AJa/e96qnfg7U6Qz7f1vmOGC4Nypo3+mDgzvECBFYGTPaeCwAAgM+nwNLuAuzaJIjxwhrPB8X4zQOFAKgsTAtWBqMDKvhHBJICdPms+8378QQpCWkOrP4=',
      scale: 0.0000122012,
      moments: [1.158, 0.4049, 0.4067],
    },
    'humidity 24 h': {
      theta:
        '9DcH37HYE+r9+qAG4wOz+0jrKwpUjL8FAAAy/4X7DARKAQb0peYAAN31K/V1Ci4BMkMI+2n4/f3c52T9Lgc1Du78bfNA8Yn/Ah6JNbb7HwKR57wJmPP84AAA+R08BIr7jAqW+RjUAAA5+3X1kxq184QNrvY766Hqnv4oEK/2I+8G7XX1aPVA8LL3tfsSATwBEQlDAxfk9P8AAAn+GP4b/noAAwZzEwAAT/n3/FT+Yf8S8fXzEQ/sJQgH+QojAb3/nQAT6on/UP6jBcoQ3z3lDPgC+PljCRnvAYAAAIzpUf/5/7L8GAQXBAAAXO1A8HD/k+8VJCoH//5J9McFBwvNBMMPh/+y/CkEowGY/QAALv5u/Rn8vwgrCmEDoPY=',
      scale: 0.0000117245,
      moments: [0.354, 0.2355, 0.2429],
    },
    'pressure 3 h': {
      theta:
        'CRC+8Rj318rVCGvX18HYMD4R/fGCDLXw8iYsG8Hu49V3Rys6PPUAALxt/3+X8fU4igfYFbD9mQdSB9LvbPdKCMscOgawAf/80/oC8Mgs4+fY9p/vHQGv8MQRQgB9+k79gPLQB9T6AAD99kQjmfx74IX0Avun/lUE1PvY97QD4vk2D7ABvxEABeseRzqi6azvrAedDeAPZvkZFaYAuP109hfgjgOR7QAAl/P7E1XxOe5S5E7kcghOCZcvgjTWA/foILym9gAAiyvYBsX20Ub5DRPgfQGk+3ACkwPb02rlKQKU7QgZpfz++wAAMBoICpD00f027mv6JP79AQAAjwVU+2L9Rw9b8L/d6hFj95kBBOw/+rTuxRDb6DTsFt4=',
      scale: 0.0000110138,
      moments: [0.546, 0.2145, 0.2357],
    },
    'pressure 6 h': {
      theta:
        'XQTxMN08ALqRDogB3eI1Q3cYKOf/HtDtCA77AKjlVdf6a1MqJOwAAGx//39d54o+Gxc8CsD+MQyQAbT+E/U1Cl0yvQ6iEYH6s+o0tUQGq+yS+V/uSwPwBFkb/BdnAQoBAfHU/YoIAAA96JwRcgJF2jzkIwu19Yr+v/Bj5xgLL/tf+KIRTgSi+hDzoy3J8zH3XwUs/Zb/fQL3Ev4CYvfoAZ/ZQfsq/wAA9uPgCjr6aOLN1TzNSgl5EDUxuTdv/gT5bN4AuoH6ovpv5+MXHObmAqz0jAlyCX8Md9bYFVoA1ALXBdLqqgfj8QAAevhlEhjrrwTR9yv9GQYWCcsWLhbr+RTr783S6kP8jh0P7CEHqvbw+N3pzy9f8RPiiPE=',
      scale: 0.0000146244,
      moments: [0.9386, 0.4381, 0.4765],
    },
    'pressure 1 h': {
      theta:
        'JB5/2M3gg9ZiBXHpIrStCb0O2/YLBD/0Xw70JuPphbo1FmJNaf8AAKhb/3/390QyUf2yD8n2GAfl/fD5DfT4AowPkgWbBKoEu/lhC8ooiAh29UfrMvpY8QgKGwjn96bzdfHVCdD6AAAJ7AQdUf9o3ub9wv14AVsK/QknBbUErvnhBpsEugflBdYFHSeaABH3BgUuEUsV9/u9CxYH/fog8A7pmAup8QAAxeufGtH2RezH6AfxBgVaC4QeWBoUCTb0o99FAQAAKA8sBXTbCy4ILPzu0vpN/xMI0QLr6N7pKgbP5IcNQAIH9QAAyxoCD0P4UPu1/10GqQlVAAAAQAu8/jv/3QyJ7XLSvwwNAKUDTdia9s4FXvMe7PQIb88=',
      scale: 0.0000069912,
      moments: [0.2467, 0.1246, 0.1361],
    },
    'pressure 12 h': {
      theta:
        'E/WFGz0g6frBFOIFfv0hMiAlqtDQMlPbMQj/Afrcd+MZfT4mbeAAAP9/mXQd3A5G5vZnLWAFfAZMBQj5ovhQCvYiVwHUBy7+GvMKx3QDSPFvCV38gwQ/GRQGawYnBEAAvu23AAQYAABP5+sZzAS2z9jsbv5U6rP1qPb967UDIvbk9NQHke9q8MIFDNsf94jmkRznBrDq2hN6+lz4JeYI7fHfkPMJEQAAjdxzA98nDdK63X4CmfY1I88NvxMGAqn67ybp+i7+avBp60kCQgVmB/76rQRJAUgP9cOmDBMH+vnXBlfiR/jd9gAAEeOf/irlDvQO5Xj8PgPNHUgqICma8SzmF8VX4pQZHRe/zbb6Lf999t/5fUh8CiniVg8=',
      scale: 0.0000168255,
      moments: [1.488, 0.9342, 0.9937],
    },
    'pressure 24 h': {
      theta:
        'F+JFH7EkkhpYHoX8OfpGML9TwYqwciulAACeCB8Dz/HPZ1w9laoAAJh5/3+O34I9L9xRVV4Mcg7zCfweuvq2+qEYvfkQ+6H7OuepwacYYfWJGDH2U+/FEwAAPAVP/+4Cue8DCfT1AAC175wOCNgS/R3Zc/YS8hroKuhD4iIAxgkJw5wOdA9PBvYLQfE2/bACt9+n6OMMRxYAACEFIifK4uABUDN3DgAAew1v5L73JAC0VzCXJiJZq0sE1RnC+rkEHAqSGqH7M/zq6Ev3UvCw95DqvGqFNzbrePMAAC0bz/Mu8OnYL+2BCQAAU81PBjkLZ6Fvw3TvOQfzGAQG6ws7AdL4GBjp2DD90h3R8gAAWwCcDFXv5wur+0LuKfs=',
      scale: 0.0000130515,
      moments: [1.967, 1.519, 1.595],
    },
    'temperature 3 h': {
      theta:
        'ssoj39VoUUH570VCzvXp/LQUWdKPLpcK/39xPR3yARhMSfcToKoAALXylgB5+qIF9etrutQMb8FpNGHI3BWAC/cToPSn+M/7AvWgBvg91AuDBpkLRkQlApfnLr765x/aQcvjCyg3AACKCMcLWflmHBgK7OugM4s8qwqM6kPPvQrjC6f4ihshDJDZXyqK3PYhHhI212/D4jjzBD0I/+15+M8SMgDFzAAARvXrBqoqXfHcGFMX9qk0CrQS/ObbMe8KMgAaCwAA3yp4Hyb+McARBqAAWgzz/CgOJ/vSKgTgX/B3CrjjjgbRMgAA+ul9+6MEBfd4BiogKOws8gAA8Pc3/uX9jgbK9jAJgfT2IIApB/zc9xoAsA8x9Aj4QAE=',
      scale: 0.0000148035,
      moments: [1.028, 0.4035, 0.4105],
    },
    'temperature 6 h': {
      theta:
        'ac5KtElL1jys8fUQqfYF9tIDG+H6Kb4J/380G+juyghzLZkMhcYAACLnU+/UALD7D+6/0CT+sdJ/C4vWiA6LDJkMfO3t9bv7BQ+kGgEqmQA+6pn1oD9H9af11+mi8tnpr+Qu9wUTAADUFDMPyvpKGgMHa9AgTTwnpQ+GBoDkLQYu9+31Ax7mD5XoeSvm/UgPeQVX9THbjii39XIJy+f1AnD1vutLsAAAYAJTD6cUbvhoDrAeX8DX/04CRu+LDirovuvWPLv75g9vDaDuiiQPBPUEth4G9yPjSSz75HD4vfiz/tUJUxbDBAAAGwlXEEMT4AAFGZ4CWel8EtoTEQNoGrQQUxbVCQQI0fJ+FIwbtv6G9on+EBbw+d/8Kg0=',
      scale: 0.0000173226,
      moments: [1.444, 0.4608, 0.4744],
    },
    'temperature 1 h': {
      theta:
        'utNdEp874Skm4rZB7vaV/GgSPd11H0gH/3+ZNUkFlS1xW4sX/b0AANXsIAsF/CAIHunO3KkEktgfUFC/thbTB4sXjvUB+5/4wvXKCr8OnBOLCncVcDKS980FI+0s3rjWGtRV/FgaAAAQ8bYGGf4CEW4AP/RAD+kjhggV3OjJVf1V/AH7BANr/9rucxUT6O8SMQWn227iKyfPDA38hu7R5zf8ZAsBCwAAdO5RCFkYVfvIIToNldA4B0wV7ubPF1sdZAur/gAA3gQRA+AO0cPJCXkBeBST9aAG6ftsKwvsme6J/yTSwv+QLgAAkPZN/pD8efQd/xUCnPug/gAAjvfc+hYAwv8r6VcIe/8nIYEVbAPc+JIUzvUH+C76PPA=',
      scale: 0.0000134566,
      moments: [0.5476, 0.3188, 0.3204],
    },
    'temperature 12 h': {
      theta:
        'oc4WroxED0fxCDkiQwGO/trZMvNuIY4V/38fGTTq2QIXJTEMdqIAACHdaOd9BObw3vblwtnlq+LzAvzu+xlRIjEMkvTW/g0FeiAlKU0hsAPY1Mbxx1jA3lUjWPVY76v00efV9+woAAAUB8n5dvlYFCcMlurmdIIkcw4dFo3g3efV99b+jRzKDLIrmTldCcMIjgfjFZzxjCh6+fr4Ufv3/lHRP9Wl3gAAuRMxIE72ChDbBg8Uzv1ODpEDT/yxzwrIP9UPRw0FygxjG48RrDVVxTIgFgZG5vDI0m146M4QDwQTDVkRjgLH2wAAiB88LsoxZgNhHQUfVvG4B6UPKAyPIOTzjgJZEVj9r+C/Gb8TJ//f9377Ignu+3kWrBM=',
      scale: 0.0000118477,
      moments: [1.359, 0.4497, 0.4312],
    },
    'temperature 24 h': {
      theta:
        '8dRbB7odkzR8AMn5fv5d+Xi5S+IBIwY2AACC/m3yEgqbEgsFctIAAOPgiOCgLNr0I/dh3Qaf/3/pCevuqx7iIwsFLh4eJoMawhDf4bv6LwVJAbcBOkmCKwAAmxcC6Ony4+F/ArIBAABtFqcDLA+gHEIIsxhkYVdFtRIxD1f9URJ/AqcDU/5kIxUROxF9+Gj6s+2hO3PuoewAAAf7kwis+Yb7Tf4FIgAAsvLgI7DtRPw0+TRTd+J912AEG/OOAT/wTf6TNIMa8x5RMWoYltKb9tgAQMxTADNGKHsAAOwIe/peAOXyLPSz9wAAaiBkIyonFxThDLAt/z+6Mu8RvArasBqeLPTl8pAH5ATCEQAAPwAs8loJjQv096IJzyM=',
      scale: 0.00000660833,
      moments: [0.3697, 0.2997, 0.3054],
    },
  },
};
