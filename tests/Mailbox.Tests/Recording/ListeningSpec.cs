namespace AkkaInstrumentation.Tests.Recording;

/// <summary>What is listened to is three answers, each of its own.</summary>
public class ListeningSpec
{
    [Theory]
    [InlineData(false, false, false)]
    [InlineData(true, false, false)]
    [InlineData(false, true, false)]
    [InlineData(false, true, true)]
    [InlineData(true, true, true)]
    public void Each_answer_is_its_own(bool toSpans, bool toCounts, bool toDurations)
    {
        var listening = Listening.Of(toSpans, toCounts, toDurations);

        Assert.Equal((toSpans, toCounts, toDurations), (listening.ToSpans, listening.ToCounts, listening.ToDurations));
    }

    [Fact]
    public void What_the_settings_switch_off_is_not_listened_to()
    {
        var listening = Listening.Now(TestSettings.Read("akka.instrumentation { tracing.enabled = off, metrics.enabled = off }"));

        Assert.Equal(default, listening);
    }
}
