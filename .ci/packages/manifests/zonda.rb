class Zonda < Formula
  desc "Engine and analysis board for English draughts (checkers)"
  homepage "https://github.com/zonda-checkers/zonda"
  version "{{.Version}}"
  license "MIT"

  on_macos do
    on_arm do
      url "{{url "darwin" "arm64"}}"
      sha256 "{{sum "darwin" "arm64"}}"
    end
    on_intel do
      url "{{url "darwin" "amd64"}}"
      sha256 "{{sum "darwin" "amd64"}}"
    end
  end
  on_linux do
    on_arm do
      url "{{url "linux" "arm64"}}"
      sha256 "{{sum "linux" "arm64"}}"
    end
    on_intel do
      url "{{url "linux" "amd64"}}"
      sha256 "{{sum "linux" "amd64"}}"
    end
  end

  def install
    bin.install "zonda"
    doc.install "docs", "README.md"
    generate_completions_from_executable(bin/"zonda", "completion")
    system bin/"zonda", "manual", "--out", man1
  end

  test do
    assert_match "win", shell_output("#{bin}/zonda egdb probe B:WK29:BK1,K2")
  end
end
