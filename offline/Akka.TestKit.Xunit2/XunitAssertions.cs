using System.Globalization;
using Xunit;

namespace Akka.TestKit.Xunit2;

/// <summary>Fails a test the way xunit does.</summary>
public class XunitAssertions : ITestKitAssertions
{
    public void Fail(string format = "", params object[] args) => Assert.Fail(string.Format(CultureInfo.InvariantCulture, format, args));

    public void AssertEqual<T>(T expected, T actual, string format = "", params object[] args) => Assert.Equal(expected, actual);
}
