//go:build !js

package logfile

import (
	"io"
	"log/slog"

	"go.uber.org/zap/exp/zapslog"
	"go.uber.org/zap/zapcore"
)

// newLogger returns a logger of lines of every level, which zap writes.
func newLogger(out io.Writer) Logger {
	encoder := zapcore.NewJSONEncoder(zapcore.EncoderConfig{
		TimeKey: "time", LevelKey: "level", MessageKey: "msg", LineEnding: zapcore.DefaultLineEnding,
		EncodeTime: zapcore.RFC3339NanoTimeEncoder, EncodeLevel: zapcore.CapitalLevelEncoder, EncodeDuration: zapcore.StringDurationEncoder,
	})
	return slog.New(zapslog.NewHandler(zapcore.NewCore(encoder, zapcore.AddSync(out), zapcore.DebugLevel)))
}
