package learn

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
)

// Errors of the chart stay where scores can be.
func TestCalibrationChart(t *testing.T) {
	r := Report{Judgement: &evaltune.Judgement{Calibration: []evaltune.Band{
		{Predicted: 0.1, Actual: 0.1, Error: 0.5}, {Predicted: 0.5, Actual: 0.5, Error: 0.25}, {Predicted: 0.9, Actual: 0.9, Error: 0.5},
	}}}
	drawn := r.Chart().Series[0]
	require.Equal(t, []float64{0, 0.25, 0.4}, drawn.Low)
	require.Equal(t, []float64{0.6, 0.75, 1}, drawn.High)
}
